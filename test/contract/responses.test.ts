import { expect, test } from "vitest";
import { operations } from "../../src/contract/operations/operations.ts";
import { operationsIn } from "../../src/contract/operations/system.ts";
import { isServed, publishedApiVersions } from "../../src/model/endpoint.ts";
import { interfaceResponses, missingFields, refusedFields } from "../support/interface-responses.ts";
import { declaredResponse, publishedResponse } from "../support/response-fields.ts";

// The typed client takes the type of a response from the row of its operation.

const shapes = interfaceResponses();
const answering = operationsIn(operations).filter(({ response }) => response !== undefined);

/** Operations whose rows declare a response that the interface does not document, each with the reason. */
const beyond: Readonly<Record<string, string>> = {
  addExternalLinkToSite: "Today's service alone has it.",
  createSiteShareLink: "The interface does not have it.",
  listSiteShareLinks: "The interface does not have it.",
  updateChangeRequestContent: "Today's service alone has it.",
  updateSiteShareLinkById: "The interface does not have it.",
  updateSiteExternalLinkById: "Today's service alone has it.",
};

test("the interface describes the response of every operation", () => {
  const names = answering.map(({ operation }) => operation);
  expect(names.filter((name) => !shapes.has(name) && beyond[name] === undefined)).toEqual([]);
  expect([...shapes.keys(), ...Object.keys(beyond)].filter((name) => !names.includes(name))).toEqual([]);
});

const reported = answering.flatMap((endpoint) => {
  const shape = shapes.get(endpoint.operation);
  const answer = declaredResponse(endpoint);
  return shape === undefined || answer === undefined
    ? []
    : [{ endpoint, name: endpoint.operation, shape, answer }];
});

test.each(reported)("$name declares every field of its response", ({ shape, answer }) => {
  expect(missingFields(shape, answer)).toEqual([]);
});

/** Fields that the documentation of the interface names differently, because it does not name the vendor. */
const renamed = ["serviceVisitorClaims"];

test.each(reported)("$name responds as the published document says", ({ endpoint, shape }) => {
  const apiVersion = isServed(endpoint, "classic") ? "classic" : "current";
  const answer = publishedResponse(endpoint, apiVersion);
  if (answer === undefined) throw new Error("The document says nothing of the answer");
  expect(missingFields(shape, answer).filter((field) => !renamed.includes(field))).toEqual([]);
});

const cases = publishedApiVersions.flatMap((apiVersion) =>
  reported.filter(({ endpoint }) => isServed(endpoint, apiVersion)).map((each) => ({ apiVersion, ...each })),
);

test.each(cases)(
  "$name is read completely from a $apiVersion service",
  ({ apiVersion, endpoint, shape, answer }) => {
    const published = publishedResponse(endpoint, apiVersion);
    expect(published === undefined ? [] : refusedFields(shape, answer, published)).toEqual([]);
  },
);
