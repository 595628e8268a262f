import type { Need, OperationTable, System } from "../contract/operations/system.ts";
import type { EmulatorHandler } from "../model/emulator-rules.ts";
import { type ApiVersion, type Endpoint, isServed } from "../model/endpoint.ts";

/** The start of every operation's path. */
export const prefix = "/v1/";

/**
 * Whether a path, as it is on the wire, can belong to an operation. It is the prefix alone, or begins with the prefix and has no empty or
 * malformed segment.
 */
export function canBeOperation(path: string): boolean {
  return path === prefix || (path.startsWith(prefix) && segmentsOf(path)?.includes("") === false);
}

/** An operation that the emulator serves. */
export interface Route {
  readonly endpoint: Endpoint;
  /** Absent: the operation is declared, but has no handler. */
  readonly handler: EmulatorHandler | undefined;
  readonly need: Need;
  /** Names of the path parameters, from left to right. */
  readonly paramNames: readonly string[];
}

/** A route with the path parameters of a request. */
export interface RouteMatch {
  readonly route: Route;
  /** Whether the API version has the operation. */
  readonly isServed: boolean;
  readonly params: Readonly<Record<string, string>>;
}

/** Operations by path and by name. */
export interface Routes {
  match(method: string, path: string, apiVersion: ApiVersion): RouteMatch | undefined;
  operation(name: string, apiVersion: ApiVersion): Route | undefined;
}

/** The routes whose paths begin with the same segments. */
interface RouteNode {
  readonly literals: Map<string, RouteNode>;
  parameter: RouteNode | undefined;
  /** The routes whose paths end here. */
  readonly routes: Route[];
}

const cache = new WeakMap<OperationTable, Routes>();

/** Compiles the routes of the operations once for each table. */
export function routesOf(table: OperationTable): Routes {
  let routes = cache.get(table);
  if (routes === undefined) {
    routes = compile(table);
    cache.set(table, routes);
  }
  return routes;
}

function compile(table: OperationTable): Routes {
  const root = emptyNode();
  const byName = new Map<string, Route[]>();
  const addByName = (route: Route) => {
    const { operation } = route.endpoint;
    byName.set(operation, [...(byName.get(operation) ?? []), route]);
  };
  for (const system of Object.values(table)) {
    for (const route of routesOfSystem(system)) {
      addRoute(root, route);
      addByName(route);
    }
    // These routes only have a name, for the emulator's `edit`. No request reaches them.
    if (system.application !== undefined) routesOfSystem(system.application).forEach(addByName);
  }
  return {
    match: (method, path, apiVersion) => {
      const segments = segmentsOf(path);
      if (segments === undefined) return undefined;
      const find = (isWanted: (route: Route) => boolean) =>
        findRoute(root, segments, 0, method, isWanted, []);
      const served = find(({ endpoint }) => isServed(endpoint, apiVersion));
      if (served !== undefined) return { ...served, isServed: true };
      const unserved = find(() => true);
      return unserved && { ...unserved, isServed: false };
    },
    // The service itself, and people in the app, use operations that this API version does not serve.
    operation: (name, apiVersion) => {
      const routes = byName.get(name);
      return routes?.find(({ endpoint }) => isServed(endpoint, apiVersion)) ?? routes?.[0];
    },
  };
}

type ServedSystem = Pick<System, "operations" | "handlers" | "needs">;

function routesOfSystem({ operations, handlers, needs }: ServedSystem): readonly Route[] {
  return Object.entries(operations).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name],
    need: needs?.[name] ?? (endpoint.method === "GET" ? "read" : "admin"),
    paramNames: paramNamesIn(endpoint.path),
  }));
}

function emptyNode(): RouteNode {
  return { literals: new Map(), parameter: undefined, routes: [] };
}

function paramNamesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string);
}

function addRoute(root: RouteNode, route: Route): void {
  let node = root;
  for (const segment of route.endpoint.path.split("/").slice(1)) {
    if (segment.startsWith("{")) {
      node.parameter ??= emptyNode();
      node = node.parameter;
    } else {
      let next = node.literals.get(segment);
      if (next === undefined) {
        next = emptyNode();
        node.literals.set(segment, next);
      }
      node = next;
    }
  }
  node.routes.push(route);
}

/** The decoded segments of a path. Undefined: one of them is malformed. */
function segmentsOf(path: string): readonly string[] | undefined {
  const segments = path.split("/").slice(1);
  if (!path.includes("%")) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Finds the route of a path. Literal segments take precedence over parameters, as in the published contract. */
function findRoute(
  node: RouteNode,
  segments: readonly string[],
  index: number,
  method: string,
  isWanted: (route: Route) => boolean,
  paramValues: readonly string[],
): Pick<RouteMatch, "route" | "params"> | undefined {
  if (index === segments.length) {
    const route = node.routes.find((each) => each.endpoint.method === method && isWanted(each));
    if (route === undefined) return undefined;
    const params = route.paramNames.map((name, at) => [name, paramValues[at] as string] as const);
    return { route, params: Object.fromEntries(params) };
  }
  const segment = segments[index] as string;
  const literal = node.literals.get(segment);
  const match = literal && findRoute(literal, segments, index + 1, method, isWanted, paramValues);
  if (match !== undefined || node.parameter === undefined || segment === "") return match;
  return findRoute(node.parameter, segments, index + 1, method, isWanted, [...paramValues, segment]);
}
