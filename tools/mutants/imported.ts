import { killedBy, type Mutant } from "./mutant.ts";

/** Objects that docsform only imports, such as the members of an organization. */
export const importedMutants: readonly Mutant[] = [
  ...killedBy(["test/resources/members.test.ts"], {
    "docsform never deletes the token's own user": "undeclared in engine/plan/decide/: ! 2 -> dropped #22f7",
    "docsform does not delete a person whom a declared object names":
      "undeclared in engine/plan/decide/: ! 3 -> dropped #307d",
    "the plan notes that the token's own user stays": "decide: statement 8 -> dropped #f2b3",
    "the plan needs permission to change the access of the token's own user":
      "ownAccess: && 1 -> false #fee1",
    "a refresh reads the token's own user if the organization lists members":
      "typesThatNeedUser in engine/live/: && 1 -> false #528d",
    "an import-only object has no replacement": "matchAndDecide: if 1 -> dropped #ff2d",
    "the plan reports a change of an import-only object that the service cannot make":
      "importedReplaces: if 1 -> only then #7f08",
    "a key without fields matches nothing": "desiredKey: === 3 -> dropped #7f9f",
    "destroy does not delete import-only objects": "decideDestroy: || 1 -> only operand 2 #c618",
    "the declaration of an import-only object confirms it":
      "originsOf in engine/plan/: ? 1 -> only else #aa68",
  }),
  ...killedBy(["test/terraform/docs-imported.test.ts"], {
    "the Terraform provider does not write values that the imported object already has":
      "applyImport: const 8 value -> only receiver #6e09",
    "the Terraform provider lets only one resource import an object": "applyImport: call 3 -> false #34a9",
    "the Terraform provider does not change the access of the token's own user":
      "refuseOwnAccess: === 1 -> operator >= #7f9f",
    "the Terraform provider does not delete an import-only object": "removeObject: if 1 -> dropped #0b58",
    "the removal of an import-only resource does not count as a delete": "flatResource: ! 1 -> true #78d1",
    "a Terraform plan only warns if the object to import does not exist":
      "planImport: return 5 -> `throw notThere(schema, config);` #d914",
    "a Terraform plan shows what an import changes": "planImport: array 7 -> `warnings` #344e",
  }),
  ...killedBy(["test/terraform/docs-duplicate-resources.test.ts"], {
    "the Terraform provider refuses two resources for one object": "createOwners: !== 5 -> false #be06",
    "a resource that replaces another keeps the name of its instance":
      "withInstance: object 1 -> `{ ...parsePrivate(bytes), instance }` #00c3",
    "the Terraform provider refuses objects that exchange their names in a cycle":
      "noteRenamings: if 2 condition -> `$3 === $4` #d6ea",
    "another resource can own an object that Terraform replaces": "ownedSlots: if 2 -> dropped #7f2c",
  }),
  ...killedBy(["test/terraform/docs-kept-objects.test.ts"], {
    "a destroy forgets an object that another resource owns": "destroy in terraform/: if 1 -> dropped #1b39",
    "a destroy forgets an object that its replacement owns":
      "instanceOf in terraform/: if 2 -> dropped #3975",
    "a destroy deletes an object that no other resource owns": "destroy in terraform/: !== 2 -> true #1610",
    "a destroy forgets an object that the plan has given to another resource":
      "destroy in terraform/: ?? 1 -> only operand 1 #4868",
    "a destroy forgets an object that the apply has given to another resource":
      "destroy in terraform/: ?? 1 -> only operand 2 #4868",
    "a create waits for the destroy of the former resource of its object":
      "applyInTurn: ? 1 -> only else #5556",
    "a plan notes an object that it keeps, if the destroy comes last":
      "createOwners: call 22 -> undefined #ad96",
    "a plan notes an object that it keeps, if the destroy comes first":
      "createOwners: call 20 -> undefined #26dc",
    "a final write knows what the process wrote, also if reads are old":
      "write in terraform/: ... 3 -> dropped #65ce",
  }),
  ...killedBy(["test/terraform/docs-wrong-organization.test.ts"], {
    "a state of another organization is not read": "readResource in terraform/: if 2 -> dropped #ce10",
    "a state of another organization is not planned": "planResourceChange: if 2 -> dropped #ede6",
    "a state of another organization is not applied": "applyInTurn: if 1 -> dropped #1531",
    "a state of another organization is reported once": "reportOtherOrganization: ? 1 -> only then #d6e8",
    "an object is not gone in an organization that neither the state nor the settings name":
      "readResource in terraform/: if 4 -> dropped #1531",
    "an object is gone in an organization that the settings name":
      "createOrganizationCheck: || 2 -> only operand 1 #c3bc",
    "a read notes the organization of the object":
      "readResource in terraform/: call 14 -> only argument 1 #a408",
    "an import notes the organization of the object": "importResourceState: property 2 -> dropped #fc92",
    "an apply notes the organization of the object": "applyInTurn: call 13 -> only argument 1 #9b83",
    "a silent plan has no write-only values": "withoutWriteOnly: ... 2 -> dropped #7387",
  }),
];
