import type { EmulatorHandler } from "../model/emulator-rules.ts";
import { type ApiVersion, type Endpoint, isServed } from "../model/endpoint.ts";
import type { Need, OperationTable, System } from "../operations/system.ts";

/** The start of every operation's path. */
export const prefix = "/v1/";

/** Whether a path, as it is on the wire, can belong to an operation: none of its segments is empty or malformed. */
export function canBeOperation(path: string): boolean {
  return path === prefix || (path.startsWith(prefix) && decoded(path)?.includes("") === false);
}

/** An operation that the emulator serves. */
export interface Route {
  readonly endpoint: Endpoint;
  /** Absent: the operation is declared, but has no handler. */
  readonly handler: EmulatorHandler | undefined;
  readonly need: Need;
  /** Names of the path parameters, from left to right. */
  readonly names: readonly string[];
}

/** A route with the path parameters of a request. */
export interface RouteMatch {
  readonly route: Route;
  /** Absent: this API version has the operation. */
  readonly isUnserved?: true;
  readonly params: Readonly<Record<string, string>>;
}

/** Operations by path and by name. */
export interface Routes {
  match(method: string, path: string, apiVersion: ApiVersion): RouteMatch | undefined;
  operation(name: string, apiVersion: ApiVersion): Route | undefined;
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
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
      place(root, route);
      addByName(route);
    }
    // These routes only have a name, for the emulator's `edit`. No request reaches them.
    if (system.application !== undefined) routesOfSystem(system.application).forEach(addByName);
  }
  return {
    match: (method, path, apiVersion) => {
      const segments = decoded(path);
      if (segments === undefined) return undefined;
      const served = find(root, segments, 0, method, (route) => serves(route, apiVersion), []);
      if (served !== undefined) return served;
      const unserved = find(root, segments, 0, method, () => true, []);
      return unserved && { ...unserved, isUnserved: true };
    },
    // The service itself, and people in the app, use operations that this API version does not serve.
    operation: (name, apiVersion) => {
      const routes = byName.get(name);
      return routes?.find((route) => serves(route, apiVersion)) ?? routes?.[0];
    },
  };
}

type ServedSystem = Pick<System, "operations" | "handlers" | "needs">;

function routesOfSystem({ operations, handlers, needs }: ServedSystem): readonly Route[] {
  return Object.entries(operations).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name],
    need: needs?.[name] ?? (endpoint.method === "GET" ? "read" : "admin"),
    names: parameterNames(endpoint.path),
  }));
}

function emptyNode(): Node {
  return { literals: new Map(), parameter: undefined, routes: [] };
}

function parameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string);
}

function place(root: Node, route: Route): void {
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

function decoded(path: string): readonly string[] | undefined {
  const segments = path.split("/").slice(1);
  if (!path.includes("%")) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function serves({ endpoint }: Route, apiVersion: ApiVersion): boolean {
  return isServed(endpoint, apiVersion);
}

/** Finds the route of a path. Literal segments take precedence over parameters, as in the published contract. */
function find(
  node: Node,
  segments: readonly string[],
  index: number,
  method: string,
  isWanted: (route: Route) => boolean,
  values: readonly string[],
): RouteMatch | undefined {
  if (index === segments.length) {
    const route = node.routes.find((each) => each.endpoint.method === method && isWanted(each));
    if (route === undefined) return undefined;
    return {
      route,
      params: Object.fromEntries(route.names.map((name, at) => [name, values[at] as string])),
    };
  }
  const segment = segments[index] as string;
  const literal = node.literals.get(segment);
  const found = literal && find(literal, segments, index + 1, method, isWanted, values);
  if (found !== undefined || node.parameter === undefined || segment === "") return found;
  return find(node.parameter, segments, index + 1, method, isWanted, [...values, segment]);
}
