import { type TerraformElement, TerraformModule, TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { wordsOf } from "../model/codes/app-words.ts";
import type { constructsCodes } from "../model/codes/constructs-codes.ts";
import type { FactsOf } from "../model/codes/fail.ts";
import { append, groupBy } from "../util/groups.ts";
import { type FormerPath, idsOf, parseFormerPath, resolveFormerPath } from "./former-path.ts";
import { problemText } from "./problem-text.ts";
import { type MovedBlock, MovedBlocks, terraformAddress } from "./terraform-blocks.ts";

/** Former paths that were valid together, by construct. */
export type FormerPaths = ReadonlyMap<IConstruct, FormerPath>;

/** A construct whose id comes from the path of another one. */
interface Follower {
  readonly construct: IConstruct;
  readonly leader: IConstruct;
  /** The id of the construct while these ids are on the path of the leader. */
  readonly idFrom: (leader: readonly string[]) => string;
}

/** A resource or a module, and an address that it may have had. */
interface FormerAddress {
  readonly element: Movable;
  readonly address: string;
  /** The innermost construct to which a person gave a former id. */
  readonly givenAt: IConstruct | undefined;
  /**
   * Whether the address uses a former path from every source that applies: given ids, derived paths and followers. Otherwise a construct
   * with a former id keeps its present one, as if it had been renamed before the others.
   */
  readonly isWhole: boolean;
}

type Movable = TerraformResource | TerraformModule;
type Problem = FactsOf<(typeof constructsCodes)["constructs/former-id"]>;

const movesByStack = new WeakMap<TerraformStack, StackMoves>();

/** The moves of the stack of a construct. */
export function stackMovesOf(construct: IConstruct): StackMoves {
  const stack = TerraformStack.of(construct);
  const existing = movesByStack.get(stack);
  if (existing !== undefined) return existing;
  const moves = new StackMoves(stack);
  movesByStack.set(stack, moves);
  return moves;
}

/** The former ids in a stack, and the `moved` blocks that follow from them. */
export class StackMoves {
  readonly #stack: TerraformStack;
  readonly #given = new Map<IConstruct, string[]>();
  readonly #together: FormerPaths[] = [];
  readonly #followers: Follower[] = [];

  constructor(stack: TerraformStack) {
    this.#stack = stack;
    // The app may add resources below the constructs until the synthesis.
    new MovedBlocks(stack, "(moved)", () => this.#blocks());
  }

  /** Adds a former id that a person gave. The synthesis reports it if it is wrong. */
  addFormerId(construct: IConstruct, formerId: string): void {
    if (!this.#given.has(construct))
      construct.node.addValidation({
        validate: () => this.#problemsOf(construct).map((facts) => textOf(facts)),
      });
    append(this.#given, construct, formerId);
  }

  /** Adds former paths that docsform derived. If a derived address is in use, it causes neither a move nor an error. */
  addTogether(paths: FormerPaths): void {
    this.#together.push(paths);
  }

  /** Adds a follower. If its leader had other ids, the follower had other ids too. */
  addFollower(follower: Follower): void {
    this.#followers.push(follower);
  }

  #blocks(): readonly MovedBlock[] {
    const movables = movablesIn(this.#stack);
    const present = new Set(movables.map(addressOf));
    const former = this.#formerAddresses(movables);
    const claims = groupBy(former, ({ address }) => address);
    const isSure = ({ address, isWhole }: FormerAddress) => {
      if (present.has(address)) return false;
      const others = (claims.get(address) ?? []).filter((claim) => claim.isWhole || !isWhole);
      return new Set(others.map(({ element }) => element)).size === 1;
    };
    return [...groupBy(former.filter(isSure), ({ element }) => element)].flatMap(([element, all]) =>
      chainTo(addressOf(element), [...new Set(all.map(({ address }) => address))]),
    );
  }

  #formerAddresses(movables: readonly Movable[]): readonly FormerAddress[] {
    return movables.flatMap((element) => {
      const now = addressOf(element);
      // An overridden address does not follow from the path.
      if (now !== addressAt(this.#stack, element, idsBelow(this.#stack, element))) return [];
      return this.#formerIds(element)
        .map((each) => ({ ...each, element, address: addressAt(this.#stack, element, each.ids) }))
        .filter(({ address }) => address !== undefined && address !== now) as readonly FormerAddress[];
    });
  }

  /** The ids that may have been on the path of a construct, below the stack. The most recent come first. */
  #formerIds(element: IConstruct) {
    const { scopes } = element.node;
    const given = scopes.filter((scope) => this.#given.has(scope));
    const factors = [
      ...given.map((construct) => formerPathsIn(construct, this.#given.get(construct) ?? [])),
      ...this.#together.filter((paths) => scopes.some((scope) => paths.has(scope))).map((paths) => [paths]),
      ...this.#followers
        .filter(({ construct }) => scopes.includes(construct))
        .map((follower) => this.#formerPathsOf(follower))
        .filter(({ length }) => length > 0),
    ];
    return combinations(factors).flatMap((paths) => {
      const ids = this.#idsWith(element, paths);
      return ids === undefined
        ? []
        : [{ ids, givenAt: given.at(-1), isWhole: paths.length === factors.length }];
    });
  }

  #formerPathsOf({ construct, leader, idFrom }: Follower): readonly FormerPaths[] {
    const { stack, former } = stackMovesOf(leader).#formerPathsBelow(leader);
    const ids = former.map((below) => idFrom([...idsOf(stack), ...below]));
    const others = [...new Set(ids)].filter((id) => id !== construct.node.id);
    return others.map((id) => new Map([[construct, { from: "parent", up: 0, down: [id] }]]));
  }

  #formerPathsBelow(construct: IConstruct) {
    return { stack: this.#stack, former: this.#formerIds(construct).map(({ ids }) => ids) };
  }

  /** The ids on the path of an element with former paths. Undefined: it was outside the stack. */
  #idsWith(element: IConstruct, paths: readonly FormerPaths[]): readonly string[] | undefined {
    const { scopes } = element.node;
    let ids: readonly string[] | undefined = [];
    for (const scope of scopes.slice(scopes.indexOf(this.#stack) + 1)) {
      const former = paths.map((each) => each.get(scope)).find((path) => path !== undefined);
      ids =
        ids && (former === undefined ? [...ids, scope.node.id] : resolveFormerPath(former, this.#stack, ids));
    }
    return ids;
  }

  #problemsOf(construct: IConstruct): readonly Problem[] {
    const texts = this.#given.get(construct) ?? [];
    const problems = texts.flatMap((former, at) => this.#problemOf(construct, former, texts.slice(0, at)));
    return problems.length > 0 ? problems : this.#clashesOf(construct);
  }

  #problemOf(construct: IConstruct, former: string, before: readonly string[]): readonly Problem[] {
    const path = parseFormerPath(former);
    if (path === undefined) return [{ case: "invalid", former }];
    if (before.includes(former)) return [{ case: "repeated", former }];
    const own = idsBelow(this.#stack, construct);
    const ids = resolveFormerPath(path, this.#stack, own.slice(0, -1));
    if (ids === undefined) return [{ case: "otherStack", former, stack: this.#stack.node.path }];
    if (ids.join("/") === own.join("/")) return [{ case: "same", former }];
    return [];
  }

  /** The first former address below the construct that is in use, or that another construct claims. */
  #clashesOf(construct: IConstruct): readonly Problem[] {
    const movables = movablesIn(this.#stack);
    const present = new Map(movables.map((each) => [addressOf(each), each]));
    const whole = this.#formerAddresses(movables).filter(({ isWhole }) => isWhole);
    const claims = groupBy(whole, ({ address }) => address);
    for (const { element, address, givenAt } of whole) {
      if (givenAt !== construct) continue;
      const former = this.#given.get(construct)?.join(", ") ?? "";
      const user = present.get(address);
      if (user !== undefined) return [{ case: "used", former, address, other: ownerPath(user) }];
      const [first] = claims.get(address) ?? [];
      if (first !== undefined && first.element !== element)
        return [{ case: "twice", former, address, other: ownerPath(first.element) }];
    }
    return [];
  }
}

function formerPathsIn(construct: IConstruct, texts: readonly string[]): readonly FormerPaths[] {
  const paths = texts.map(parseFormerPath).filter((path) => path !== undefined);
  return paths.map((path) => new Map([[construct, path]]));
}

/** Every combination of at most one choice from each factor, except the empty one. The smallest combinations come first. */
function combinations<T>(factors: readonly (readonly T[])[]): readonly (readonly T[])[] {
  let all: readonly (readonly T[])[] = [[]];
  for (const choices of factors)
    all = [...all, ...choices.flatMap((choice) => all.map((chosen) => [...chosen, choice]))];
  return all.slice(1).sort((a, b) => a.length - b.length);
}

/** The moves from the oldest address through each later one to the present one. Terraform starts at the address that the state has. */
function chainTo(now: string, former: readonly string[]): readonly MovedBlock[] {
  return former.map((from, at) => ({ from, to: former[at - 1] ?? now })).reverse();
}

function movablesIn(stack: TerraformStack): readonly Movable[] {
  return stack.node
    .findAll()
    .filter(
      (each): each is Movable =>
        (TerraformResource.isTerraformResource(each) || each instanceof TerraformModule) &&
        TerraformStack.of(each) === stack,
    );
}

function addressOf(element: Movable): string {
  return element instanceof TerraformModule
    ? `module.${element.friendlyUniqueId}`
    : terraformAddress(element);
}

/** The address of an element with other ids on its path. Undefined: these ids name no element. */
function addressAt(stack: TerraformStack, element: Movable, ids: readonly string[]): string | undefined {
  // cdktf omits these ids, and cannot name an element that has no others.
  if (ids.every((id) => id === "Default")) return undefined;
  // cdktf derives a name from the ids on the path to an element, and uses nothing else of it.
  const scopes = [stack, ...ids.map((id) => ({ node: { id } }))];
  const name = stack.getLogicalId({ scopes } as unknown as TerraformElement);
  const type = element instanceof TerraformModule ? "module" : element.terraformResourceType;
  return `${type}.${name}`;
}

function idsBelow(stack: TerraformStack, construct: IConstruct): readonly string[] {
  return idsOf(construct).slice(idsOf(stack).length);
}

/** The path of an object's construct, for its resource. */
function ownerPath({ node }: IConstruct): string {
  return (node.id === "Default" ? node.scope : undefined)?.node.path ?? node.path;
}

function textOf(facts: Problem): string {
  return problemText(wordsOf("constructs/former-id", facts));
}
