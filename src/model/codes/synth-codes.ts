import type { CodeEntry } from "./code-entry.ts";

const notResolved = "{text} cannot be resolved";
const severalOrganizations =
  "The app is for several organizations: {first} ({firstStack}) and {other} ({otherStack}).";
const synthesizeAgain = "Synthesize the app again.";

/** Codes of synthesized apps. */
export const synthCodes = {
  "synth/app-error": {
    message: "{message} Construct: {construct}.",
    remedy: "Correct it in the app, and synthesize the app again.",
  },
  "synth/app-warning": {
    message: { text: "{message} Construct: {construct}.", remedy: "" },
    remedy: "Read the app's own message.",
  },
  "synth/duplicate": {
    message: {
      text: "docsform cannot distinguish {address} from {other} at {place}.",
      remedy: "Declare only one of them, or give each of them another {fields}.",
    },
    remedy: "Remove one of them.",
  },
  "synth/invalid-json": {
    cases: {
      afterEnd: "Not valid JSON: something follows the end of the value.",
      colon: "Not valid JSON: a colon is missing.",
      comma: "Not valid JSON: a comma or {bracket} is missing.",
      depth: "Not valid JSON: it is nested too deeply.",
      name: "Not valid JSON: the name of a field is missing.",
      text: "Not valid JSON: the text is not well formed or does not end.",
      value: "Not valid JSON: a value is missing.",
    },
    remedy: synthesizeAgain,
  },
  "synth/invalid-value": {
    cases: {
      apiVersion: { text: "{field} must be {versions}.", remedy: "" },
      boolean: { text: "{field} must be true or false.", remedy: "" },
      exclusive: { text: "{field} and {other} exclude each other.", remedy: "Remove one of them." },
      id: { text: "{field} must be an id.", remedy: "" },
      importedId: { text: "This id names no {object}.", remedy: "Write its id." },
      importedPath: {
        text: "This id names no {object}.",
        remedy: "Write <{scope}>/<{type}>, each by its id.",
      },
      json: { text: "{field} is not valid JSON.", remedy: synthesizeAgain },
      listedTwice: { text: "{address} is listed twice.", remedy: "Remove one of them." },
      onlyTrue: {
        text: "{field} can only be true.",
        remedy: "One sibling is always the default. To change the default, set it on another sibling.",
      },
      organization: { text: "{field} must be the id of an organization.", remedy: "" },
      positive: { text: "{field} must be a number above 0.", remedy: "" },
      url: { text: "{field} must be a URL such as https://api.example.com.", remedy: "" },
      variable: { text: "TF_VAR_{name} is not a {type}.", remedy: "Write it as JSON." },
      whole: { text: "{field} must be a whole number of at least {least}.", remedy: "" },
    },
    remedy: "Correct it in the app. The message describes the accepted values.",
  },
  "synth/missing-field": {
    cases: {
      field: { text: "{resource} has no {field}.", remedy: "Add {field}." },
      identity: {
        text: "{resource} has no {field}, so docsform cannot identify the {object}.",
        remedy: "Add {field}, or import it by its id.",
      },
      toCreate: {
        text: "{resource} has no {field}, which is required to create {object}.",
        remedy: "Add {field}.",
      },
    },
    remedy: "Add it.",
  },
  "synth/no-organization": {
    message: "The app does not name its organization.",
    remedy: "Set organization in the provider, or DOCSFORM_ORGANIZATION, or --organization.",
  },
  "synth/not-siblings": {
    message: "These objects are not direct children of {parent}: {objects}.",
    remedy: "List only direct children that the app declares.",
  },
  "synth/not-utf8": {
    message: "This is not UTF-8.",
    remedy: synthesizeAgain,
  },
  "synth/nothing-declared": {
    message: "docsform manages nothing that these stacks declare: {stacks}.",
    remedy: "Name the stack that declares documentation, or synthesize the app again.",
  },
  "synth/order-ignored": {
    message: "{resource} has no effect: the app does not declare the object that contains these siblings.",
    remedy: "Declare that object with an import block for its id. docsform then orders its contents.",
  },
  "synth/several-organizations": {
    cases: {
      oneStack: {
        text: severalOrganizations,
        remedy: "docsform applies one organization at a time. Give each organization stacks of its own.",
      },
      stacks: severalOrganizations,
    },
    remedy: "Name one of them with --organization ID, or name a stack: cdktf.out/stacks/NAME.",
  },
  "synth/too-much": {
    message: "The app has {characters} characters, and docsform reads at most {most}.",
    remedy: "Split it into several apps.",
  },
  "synth/two-orders": {
    message: "The order in {parent} is already declared at {place}.",
    remedy: "Keep one of them.",
  },
  "synth/unknown-field": {
    message: { text: "{object} has no field {field}.", remedy: "{suggestion}" },
    remedy: "Correct the name. The message suggests the nearest one.",
  },
  "synth/unknown-resource": {
    message: { text: "There is no resource {type}.", remedy: "{suggestion}" },
    remedy: "Correct the type, or use a version of docsform that has it.",
  },
  "synth/unreadable-file": {
    cases: {
      refused: { text: "Cannot read {path}: {reason}.", remedy: "{remedy}" },
      unreadable: {
        text: "Cannot read {path}: {reason}.",
        remedy: "The path is relative to the stack's folder.",
      },
    },
    remedy: "Put it where the app expects it, or permit its folder with --files-from DIR.",
  },
  "synth/unresolvable": {
    cases: {
      call: {
        text: `${notResolved}: file("…") is the only Terraform function that docsform supports.`,
        remedy: "Compute it in the app.",
      },
      count: `${notResolved}: it belongs to count, which only Terraform expands.`,
      cycle: { text: "This value depends on itself.", remedy: "Remove the circular reference." },
      data: `${notResolved}: it is something that only Terraform reads.`,
      dependency: {
        text: "docsform cannot wait for {target}: it is not among the resources that it applies.",
        remedy: "Apply with Terraform, or remove it from depends_on.",
      },
      each: `${notResolved}: it belongs to for_each, which only Terraform expands.`,
      expression: { text: "docsform does not compute {text}.", remedy: "Compute it in the app." },
      idInText: {
        text: "The id {text} is known only when the object exists, so it cannot be part of a text.",
        remedy: "Use the id alone, or write the text out.",
      },
      idInValue: "{field} cannot contain the id of {address}: the id is known only when the object exists.",
      import: { text: "The stack declares no {resource} to import.", remedy: "{suggestion}" },
      module: `${notResolved}: it belongs to a module, and only Terraform runs modules.`,
      noField: "{text} cannot be resolved: there is no field {field}.",
      notText: "{text} is not text, so it cannot be part of one.",
      ofDeclared: {
        text: "{source} finds an object inside {address}, which the app itself declares.",
        remedy: "Refer to the object that the app declares.",
      },
      ofService: `${notResolved}: only the service knows {attribute}.`,
      otherProvider: `${notResolved}: it belongs to another provider.`,
      otherStack: {
        text: `${notResolved}: it is something that only Terraform reads.`,
        remedy:
          "It comes from a stack that is not among these: name the folder of the whole app, or give the id itself.",
      },
      otherOrganization: {
        text: `${notResolved}: it is the id of an object of the stack {stack}, which belongs to another organization.`,
        remedy: "Refer to an object of the same organization.",
      },
      output: {
        text: `${notResolved}: the stack {stack} has no output {name}.`,
        remedy: synthesizeAgain,
      },
      path: { text: "The path in {text} is not plain text.", remedy: "Write the path out." },
      provider: { text: "The stack configures no provider {name}.", remedy: "Add its configuration." },
      resource: {
        text: `${notResolved}: the stack declares no {resource}.`,
        remedy: "{meant} Declare it in this stack, or give the value itself.",
      },
      tooLong: { text: "This text is too long.", remedy: "Shorten it." },
      tooMuch: {
        text: "The expressions of this value expand to more than docsform reads.",
        remedy: "Write the value out.",
      },
      undeclared: { text: "The stack declares no {kind} {name}.", remedy: "{suggestion}" },
      unknown: `${notResolved}: it is not a resource that docsform knows.`,
      unset: `${notResolved}: {resource} does not declare {attribute}.`,
      valueless: `${notResolved}: {resource} has no such value.`,
      whole: `${notResolved}: a whole object is not a value.`,
      wrongAttribute: `${notResolved}: there is no attribute {attribute}.`,
    },
    remedy: "Give the value itself, or apply with Terraform.",
  },
  "synth/unset-variable": {
    message: {
      text: "The variable {name} has no value and no default.",
      remedy: "Set TF_VAR_{name} in the environment.",
    },
    remedy: "Set TF_VAR_name in the environment.",
  },
  "synth/unsupported": {
    cases: {
      argument: {
        text: "docsform does not support {argument} of {resource}.",
        remedy: "Change the app so that it declares each resource separately.",
      },
      ignored: {
        text: "docsform cannot ignore changes of {field}.",
        remedy: "Remove {field} from ignore_changes.",
      },
      lifecycle: {
        text: "docsform does not support {rule}.",
        remedy: "Remove it, or apply with Terraform.",
      },
      moved: {
        text: "docsform cannot move {from} to {to}: they are of different types.",
        remedy: "Remove the block, or apply with Terraform.",
      },
      removed: {
        text: "docsform does not support the removed block of {from}.",
        remedy:
          "Remove the block. docsform forgets an object that the app no longer declares, and deletes it only from ordered levels.",
      },
      siblings: {
        text: "{field} must contain ids of objects that the app declares: {objects}.",
        remedy: "Declare the object with an import block for its id.",
      },
    },
    remedy: "Change the app so that it declares each resource separately, or use Terraform.",
  },
  "synth/wrong-type": {
    message: { text: "{field} must be the id of {objects}, not of {address}.", remedy: "" },
    remedy: "Refer to an object of the right type.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
