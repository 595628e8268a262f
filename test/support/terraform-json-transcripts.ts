/** An invalid stack and the printed errors. The test adds it to a valid one unless it is `bare`. */
export interface StackTranscript {
  readonly wrong: string;
  readonly stack: string;
  readonly bare?: true;
  readonly reported: string;
}

export const stackTranscripts: readonly StackTranscript[] = [
  {
    wrong: "not JSON",
    stack: `"resource": {"docs_book": {"a": {"title": "A",}}}`,
    reported: `cdk.tf.json:2:47: error synth/invalid-json: Not valid JSON: the name of a field is missing.
  2 | **********: {***********: {***: {*******: ***,}}}}
    |                                               ^
  Synthesize the app again.`,
  },
  {
    wrong: "not JSON at all",
    stack: `docsform: 1`,
    bare: true,
    reported: `cdk.tf.json:1:1: error synth/invalid-json: Not valid JSON: a value is missing.
  1 | docsform: 1
    | ^
  Synthesize the app again.`,
  },
  {
    wrong: "a text that does not end",
    stack: `"resource": "docs`,
    reported: `cdk.tf.json:2:13: error synth/invalid-json: Not valid JSON: the text is not well formed or does not end.
  2 | **********: ******
    |             ^
  Synthesize the app again.`,
  },
  {
    wrong: "a resource that is not ours to name",
    stack: `"resource": {"docs_bok": {"a": {}}}`,
    reported: `cdk.tf.json:2:14: error synth/unknown-resource: There is no resource docs_bok.
  2 | "resource": {"docs_bok": {"a": {}}}}
    |              ^^^^^^^^^^
  Did you mean docs_book?`,
  },
  {
    wrong: "an argument that there is not",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"titel": "A", "title": "A"}}}`,
    reported: `cdk.tf.json:3:1: error synth/unknown-field: docs_book.a has no field titel. Construct: app/a.
  3 | "titel": "A", "title": "A"}}}}
    | ^^^^^^^
  Did you mean title?`,
  },
  {
    wrong: "a field inside a value that there is not",
    stack: `"resource": {"docs_feed": {"f": {"slug": "f", "source": {"uri": "https://a.example"}}}}`,
    reported: `cdk.tf.json:2:58: error synth/unknown-field: source has no field uri.
  2 | "resource": {"docs_feed": {"f": {"slug": "f", "source": {"uri": "https://a.example"}}}}}
    |                                                          ^^^^^
  Did you mean url?`,
  },
  {
    wrong: "a value over its limit",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "A", "pages": 1000}}}`,
    reported: `cdk.tf.json:3:24: error synth/invalid-value: pages must be at most 999. Construct: app/a.
  3 | "title": "A", "pages": 1000}}}}
    |                        ^^^^`,
  },
  {
    wrong: "a wrong value inside a value",
    stack: `"resource": {"docs_feed": {"f": {"slug": "f", "source": {
 "url": "nowhere"}}}}`,
    reported: `cdk.tf.json:3:9: error synth/invalid-value: source.url must be a URL.
  3 |  "url": "nowhere"}}}}}
    |         ^^^^^^^^^`,
  },
  {
    wrong: "nothing that must be there",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"language": "en"}}}`,
    reported: `cdk.tf.json:2:28: error synth/missing-field: docs_book.a has no title, which is required to create a book. Construct: app/a.
  2 | "resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
    |                            ^^^
  Add title.`,
  },
  {
    wrong: "no scope",
    stack: `"resource": {"docs_wing": {"w": {"title": "W"}}}`,
    reported: `cdk.tf.json:2:28: error synth/missing-field: docs_wing.w has no fair_id.
  2 | "resource": {"docs_wing": {"w": {"title": "W"}}}}
    |                            ^^^
  Add fair_id.`,
  },
  {
    wrong: "no first child of a container",
    stack: `"resource": {"docs_book": {"a": {"title": "A"}}, "docs_fair": {"f": {"title": "Fair"}}, "docs_hall": {"h": {"fair_id": "\${docs_fair.f.id}", "title": "Hall"}}}`,
    reported: `cdk.tf.json:2:103: error synth/missing-field: docs_hall.h has no book_id, which is required to create a hall.
  2 | "resource": {"docs_book": {"a": {"title": "A"}}, "docs_fair": {"f": {"title": "Fair"}}, "docs_hall": {"h": {"fair_id": "\${docs_fair.f.id}", "title": "Hall"}}}}
    |                                                                                                       ^^^
  Add book_id.`,
  },
  {
    wrong: "another provider's value",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "\${aws_s3_bucket.b.bucket}"}}}`,
    reported: `cdk.tf.json:3:10: error synth/unresolvable: aws_s3_bucket.b.bucket cannot be resolved: it belongs to another provider. Construct: app/a.
  3 | "title": "\${aws_s3_bucket.b.bucket}"}}}}
    |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
  Give the value itself, or apply with Terraform.`,
  },
  {
    wrong: "a data source",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "A", "parent_id": "\${data.docs_shelf.s.id}"}}}`,
    reported: `cdk.tf.json:3:28: error synth/unresolvable: data.docs_shelf.s.id cannot be resolved: it is something that only Terraform reads. Construct: app/a.
  3 | "title": "A", "parent_id": "\${data.docs_shelf.s.id}"}}}}
    |                            ^^^^^^^^^^^^^^^^^^^^^^^^^
  Give the value itself, or apply with Terraform.`,
  },
  {
    wrong: "another stack's value",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "A", "parent_id": "\${data.terraform_remote_state.s.outputs.x}"}}}`,
    reported: `cdk.tf.json:3:28: error synth/unresolvable: data.terraform_remote_state.s.outputs.x cannot be resolved: it is something that only Terraform reads. Construct: app/a.
  3 | "title": "A", "parent_id": "\${data.terraform_remote_state.s.outputs.x}"}}}}
    |                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  It comes from a stack that is not among these: name the folder of the whole app, or give the id itself.`,
  },
  {
    wrong: "a function",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "\${join(\\"-\\", [\\"a\\", var.b])}"}}}`,
    reported: `cdk.tf.json:3:10: error synth/unresolvable: join("-", ["a", var.b]) cannot be resolved: file("…") is the only Terraform function that docsform supports. Construct: app/a.
  3 | "title": "\${join(\\"-\\", [\\"a\\", var.b])}"}}}}
    |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  Compute it in the app.`,
  },
  {
    wrong: "an operator",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "\${1 + 1}"}}}`,
    reported: `cdk.tf.json:3:10: error synth/unresolvable: docsform does not compute 1 + 1. Construct: app/a.
  3 | "title": "\${1 + 1}"}}}}
    |          ^^^^^^^^^^
  Compute it in the app.`,
  },
  {
    wrong: "an index",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "A", "parent_id": "\${docs_shelf.s[0].id}"}}}`,
    reported: `cdk.tf.json:3:28: error synth/unresolvable: docsform does not compute docs_shelf.s[0].id. Construct: app/a.
  3 | "title": "A", "parent_id": "\${docs_shelf.s[0].id}"}}}}
    |                            ^^^^^^^^^^^^^^^^^^^^^^^
  Compute it in the app.`,
  },
  {
    wrong: "a directive",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "%{ if true }A%{ endif }"}}}`,
    reported: `cdk.tf.json:3:10: error synth/unresolvable: docsform does not compute %{ if true }. Construct: app/a.
  3 | "title": "%{ if true }A%{ endif }"}}}}
    |          ^^^^^^^^^^^^^^^^^^^^^^^^^
  Compute it in the app.`,
  },
  {
    wrong: "an expression that does not end",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "\${docs_book.a"}}}`,
    reported: `cdk.tf.json:3:10: error synth/unresolvable: docsform does not compute \${docs_book.a. Construct: app/a.
  3 | "title": "\${docs_book.a"}}}}
    |          ^^^^^^^^^^^^^^^
  Compute it in the app.`,
  },
  {
    wrong: "count and provisioners",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"count": 2, "provisioner": [{"local-exec": {}}], "title": "A"}}}`,
    reported: `cdk.tf.json:3:1: error synth/unsupported: docsform does not support count of docs_book.a. Construct: app/a.
  3 | "count": 2, "provisioner": [{"local-exec": {}}], "title": "A"}}}}
    | ^^^^^^^
  Change the app so that it declares each resource separately.
cdk.tf.json:3:13: error synth/unsupported: docsform does not support provisioner of docs_book.a. Construct: app/a.
  3 | "count": 2, "provisioner": [{"local-exec": {}}], "title": "A"}}}}
    |             ^^^^^^^^^^^^^
  Change the app so that it declares each resource separately.`,
  },
  {
    wrong: "a reference to nothing",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "A", "parent_id": "\${docs_shelf.gone.id}"}}}`,
    reported: `cdk.tf.json:3:28: error synth/unresolvable: docs_shelf.gone.id cannot be resolved: the stack declares no docs_shelf.gone. Construct: app/a.
  3 | "title": "A", "parent_id": "\${docs_shelf.gone.id}"}}}}
    |                            ^^^^^^^^^^^^^^^^^^^^^^^
  Declare it in this stack, or give the value itself.`,
  },
  {
    wrong: "a reference to the wrong type",
    stack: `"resource": {"docs_book": {"a": {"title": "A"}, "b": {"title": "B",
"parent_id": "\${docs_book.a.id}"}}}`,
    reported: `cdk.tf.json:3:14: error synth/wrong-type: parent_id must be the id of a shelf, not of book.a.
  3 | "parent_id": "\${docs_book.a.id}"}}}}
    |              ^^^^^^^^^^^^^^^^^^^`,
  },
  {
    wrong: "an id in the middle of a text",
    stack: `"resource": {"docs_book": {"a": {"title": "A"}, "b": {"title":
"B of \${docs_book.a.id}"}}}`,
    reported: `cdk.tf.json:3:1: error synth/unresolvable: The id docs_book.a.id is known only when the object exists, so it cannot be part of a text.
  3 | "B of \${docs_book.a.id}"}}}}
    | ^^^^^^^^^^^^^^^^^^^^^^^^
  Use the id alone, or write the text out.`,
  },
  {
    wrong: "an id as a plain value",
    stack: `"resource": {"docs_book": {"a": {"title": "A"}, "b": {"title": "\${docs_book.a.id}"}}}`,
    reported: `cdk.tf.json:2:64: error synth/unresolvable: title cannot contain the id of book.a: the id is known only when the object exists.
  2 | "resource": {"docs_book": {"a": {"title": "A"}, "b": {"title": "\${docs_book.a.id}"}}}}
    |                                                                ^^^^^^^^^^^^^^^^^^^
  Give the value itself, or apply with Terraform.`,
  },
  {
    wrong: "what another does not declare",
    stack: `"resource": {"docs_book": {"a": {"title": "A"}, "b": {"title": "\${docs_book.a.language}"}}}`,
    reported: `cdk.tf.json:2:64: error synth/unresolvable: docs_book.a.language cannot be resolved: docs_book.a does not declare language.
  2 | "resource": {"docs_book": {"a": {"title": "A"}, "b": {"title": "\${docs_book.a.language}"}}}}
    |                                                                ^^^^^^^^^^^^^^^^^^^^^^^^^
  Give the value itself, or apply with Terraform.`,
  },
  {
    wrong: "what there is not",
    stack: `"resource": {"docs_book": {"a": {"title": "A"}, "b": {"title": "\${docs_book.a.wings}"}}}`,
    reported: `cdk.tf.json:2:64: error synth/unresolvable: docs_book.a.wings cannot be resolved: there is no attribute wings.
  2 | "resource": {"docs_book": {"a": {"title": "A"}, "b": {"title": "\${docs_book.a.wings}"}}}}
    |                                                                ^^^^^^^^^^^^^^^^^^^^^^
  Give the value itself, or apply with Terraform.`,
  },
  {
    wrong: "values in a cycle",
    stack: `"resource": {"docs_book": {"a": {"title": "\${docs_book.b.title}"}, "b": {"title": "\${docs_book.a.title}"}}}`,
    reported: `cdk.tf.json:2:43: error synth/unresolvable: This value depends on itself.
  2 | "resource": {"docs_book": {"a": {"title": "\${docs_book.b.title}"}, "b": {"title": "\${docs_book.a.title}"}}}}
    |                                           ^^^^^^^^^^^^^^^^^^^^^^
  Remove the circular reference.
cdk.tf.json:2:83: error synth/unresolvable: This value depends on itself.
  2 | "resource": {"docs_book": {"a": {"title": "\${docs_book.b.title}"}, "b": {"title": "\${docs_book.a.title}"}}}}
    |                                                                                   ^^^^^^^^^^^^^^^^^^^^^^
  Remove the circular reference.`,
  },
  {
    wrong: "a variable without a value",
    stack: `"variable": {"stage": {"type": "string"}}, "resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "\${var.stage}"}}}`,
    reported: `cdk.tf.json:3:10: error synth/unset-variable: The variable stage has no value and no default. Construct: app/a.
  3 | "title": "\${var.stage}"}}}}
    |          ^^^^^^^^^^^^^^
  Set TF_VAR_stage in the environment.`,
  },
  {
    wrong: "no such variable",
    stack: `"variable": {"stage": {"default": "x"}}, "resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "\${var.stag}"}}}`,
    reported: `cdk.tf.json:3:10: error synth/unresolvable: The stack declares no variable stag. Construct: app/a.
  3 | "title": "\${var.stag}"}}}}
    |          ^^^^^^^^^^^^^
  Did you mean stage?`,
  },
  {
    wrong: "no such local",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "\${local.x}"}}}`,
    reported: `cdk.tf.json:3:10: error synth/unresolvable: The stack declares no local x. Construct: app/a.
  3 | "title": "\${local.x}"}}}}
    |          ^^^^^^^^^^^^
  Give the value itself, or apply with Terraform.`,
  },
  {
    wrong: "a variable of the wrong type",
    stack: `"variable": {"pages": {"type": "list(string)"}}, "resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "A", "tags": "\${var.pages}"}}}`,
    reported: `cdk.tf.json:3:23: error synth/invalid-value: TF_VAR_pages is not a list(string). Construct: app/a.
  3 | "title": "A", "tags": "\${var.pages}"}}}}
    |                       ^^^^^^^^^^^^^^
  Write it as JSON.`,
  },
  {
    wrong: "no such file",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "\${file(\\"\${path.module}/gone.txt\\")}"}}}`,
    reported: `cdk.tf.json:3:10: error synth/unreadable-file: Cannot read ./gone.txt: there is no such file. Construct: app/a.
  3 | "title": "\${file(\\"\${path.module}/gone.txt\\")}"}}}}
    |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  The path is relative to the stack's folder.`,
  },
  {
    wrong: "a secret that breaks its rules",
    stack: `"variable": {"secret": {"sensitive": true}}, "resource": {"docs_door": {"d": {"label": "Door", "certificate_wo": "\${var.secret}", "certificate_wo_version": 1}}}`,
    reported: `cdk.tf.json:2:114: error synth/invalid-value: certificate does not match the service's pattern: /^KEY-/.
  2 | "variable": {"secret": {"sensitive": true}}, "resource": {"docs_door": {"d": {"label": "Door", "certificate_wo": "\${var.secret}", "certificate_wo_version": 1}}}}
    |                                                                                                                  ^^^^^^^^^^^^^^^`,
  },
  {
    wrong: "a secret in clear",
    stack: `"resource": {"docs_door": {"d": {"label": "D", "certificate": "canary-text"}}}`,
    reported: `cdk.tf.json:2:43: error synth/invalid-value: label is too short: 1 character, at least 2.
  2 | "resource": {"docs_door": {"d": {"label": "D", "certificate": *************}}}}
    |                                           ^^^
cdk.tf.json:2:63: error synth/invalid-value: certificate does not match the service's pattern: /^KEY-/.
  2 | "resource": {"docs_door": {"d": {"label": "D", "certificate": *************}}}}
    |                                                               ^^^^^^^^^^^^^`,
  },
  {
    wrong: "a secret in an expression",
    stack: `"resource": {"docs_door": {"d": {"label": "Door", "certificate": "\${trimspace(\\"KEY-canary\\")}"}}}`,
    reported: `cdk.tf.json:2:66: error synth/unresolvable: trimspace("…") cannot be resolved: file("…") is the only Terraform function that docsform supports.
  2 | "resource": {"docs_door": {"d": {"label": "Door", "certificate": ******************************}}}}
    |                                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  Compute it in the app.`,
  },
  {
    wrong: "what is not ours beside it",
    stack: `{"provider": {"docs": {"organization": "org"}, "vault": {"token": "canary"}}, "variable": {"v": {"sensitive": true, "default": "canary"}},
"resource": {"vault_secret": {"s": {"value": "canary"}}, "docs_door": {"d": {"label": "D"}}}}`,
    bare: true,
    reported: `cdk.tf.json:2:87: error synth/invalid-value: label is too short: 1 character, at least 2.
  2 | "resource": {"vault_secret": {"s": {"value": ********}}, "docs_door": {"d": {"label": "D"}}}}
    |                                                                                       ^^^`,
  },
  {
    wrong: "a secret in what is not JSON",
    stack: `"resource": {"docs_door": {"d": {"label": "Door", "certificate": "KEY-canary",}}}`,
    reported: `cdk.tf.json:2:79: error synth/invalid-json: Not valid JSON: the name of a field is missing.
  2 | **********: {***********: {***: {*******: ******, *************: ************,}}}}
    |                                                                               ^
  Synthesize the app again.`,
  },
  {
    wrong: "a secret twice",
    stack: `"resource": {"docs_door": {"d": {"label": "Door", "certificate": "KEY-canary", "certificate_wo": "KEY-canary"}}}`,
    reported: `cdk.tf.json:2:98: error synth/invalid-value: certificate_wo and certificate exclude each other.
  2 | "resource": {"docs_door": {"d": {"label": "Door", "certificate": ************, "certificate_wo": ************}}}}
    |                                                                                                  ^^^^^^^^^^^^
  Remove one of them.`,
  },
  {
    wrong: "what the lifecycle cannot be",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "A", "lifecycle": {"ignore_changes": ["titel", "parent_id"], "replace_triggered_by": ["docs_book.b"], "create_before_destroy": true}, "parent_id": "b1"}}}`,
    reported: `cdk.tf.json:3:48: error synth/unknown-field: docs_book.a has no field titel. Construct: app/a.
  3 | "title": "A", "lifecycle": {"ignore_changes": ["titel", "parent_id"], "replace_triggered_by": ["docs_book.b"], "create_before_destroy": true}, "parent_id": "b1"}}}}
    |                                                ^^^^^^^
  Did you mean title?
cdk.tf.json:3:57: error synth/unsupported: docsform cannot ignore changes of parent_id. Construct: app/a.
  3 | "title": "A", "lifecycle": {"ignore_changes": ["titel", "parent_id"], "replace_triggered_by": ["docs_book.b"], "create_before_destroy": true}, "parent_id": "b1"}}}}
    |                                                         ^^^^^^^^^^^
  Remove parent_id from ignore_changes.
cdk.tf.json:3:71: error synth/unsupported: docsform does not support replace_triggered_by. Construct: app/a.
  3 | "title": "A", "lifecycle": {"ignore_changes": ["titel", "parent_id"], "replace_triggered_by": ["docs_book.b"], "create_before_destroy": true}, "parent_id": "b1"}}}}
    |                                                                       ^^^^^^^^^^^^^^^^^^^^^^
  Remove it, or apply with Terraform.`,
  },
  {
    wrong: "something to wait for that is not ours",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "A", "depends_on": ["aws_s3_bucket.b"]}}}`,
    reported: `cdk.tf.json:3:30: error synth/unresolvable: docsform cannot wait for aws_s3_bucket.b: it is not among the resources that it applies. Construct: app/a.
  3 | "title": "A", "depends_on": ["aws_s3_bucket.b"]}}}}
    |                              ^^^^^^^^^^^^^^^^^
  Apply with Terraform, or remove it from depends_on.`,
  },
  {
    wrong: "a default that is none",
    stack: `"resource": {"docs_book": {"a": {"title": "A"}}, "docs_fair": {"f": {"title": "Fair"}}, "docs_hall": {"h": {"fair_id": "\${docs_fair.f.id}", "title": "Hall", "book_id": "\${docs_book.a.id}",
"default": "yes"}}}`,
    reported: `cdk.tf.json:3:12: error synth/invalid-value: default can only be true.
  3 | "default": "yes"}}}}
    |            ^^^^^
  One sibling is always the default. To change the default, set it on another sibling.`,
  },
  {
    wrong: "two defaults",
    stack: `"resource": {"docs_book": {"a": {"title": "A"}}, "docs_fair": {"f": {"title": "Fair"}}, "docs_hall": {
"g": {"fair_id": "\${docs_fair.f.id}", "title": "Go", "book_id": "\${docs_book.a.id}", "default": true},
"h": {"fair_id": "\${docs_fair.f.id}", "title": "Ho", "book_id": "\${docs_book.a.id}", "default": true}}}`,
    reported: `cdk.tf.json:4:97: error synth/two-defaults: hall.h cannot be the default: hall.g is the default already, at cdk.tf.json:3:97.
  4 | "h": {"fair_id": "\${docs_fair.f.id}", "title": "Ho", "book_id": "\${docs_book.a.id}", "default": true}}}}
    |                                                                                                 ^^^^
  Keep one of them.`,
  },
  {
    wrong: "a value twice that may be there once",
    stack: `"resource": {"docs_book": {"a": {"title": "A"}}, "docs_fair": {"f": {"title": "Fair"}}, "docs_hall": {
"g": {"fair_id": "\${docs_fair.f.id}", "title": "Go", "book_id": "\${docs_book.a.id}", "path": "p"},
"h": {"//": {"metadata": {"path": "app/Fair/h"}}, "fair_id": "\${docs_fair.f.id}", "title": "Ho", "book_id": "\${docs_book.a.id}", "path": "p"}}}`,
    reported: `cdk.tf.json:4:138: error synth/not-unique: hall.h has the same path as hall.g at cdk.tf.json:3:94. Construct: app/Fair/h.
  4 | "h": {"//": {"metadata": {"path": "app/Fair/h"}}, "fair_id": "\${docs_fair.f.id}", "title": "Ho", "book_id": "\${docs_book.a.id}", "path": "p"}}}}
    |                                                                                                                                          ^^^
  Give one of them another path.`,
  },
  {
    wrong: "things inside of one another",
    stack: `"resource": {"docs_shelf": {
"a": {"title": "A", "parent_id": "\${docs_shelf.b.id}"},
"b": {"title": "B", "parent_id": "\${docs_shelf.a.id}"}}}`,
    reported: `cdk.tf.json:3:34: error synth/container-cycle: These objects are inside each other: shelf.a → shelf.b → shelf.a.
  3 | "a": {"title": "A", "parent_id": "\${docs_shelf.b.id}"},
    |                                  ^^^^^^^^^^^^^^^^^^^^
  Move one of them out of the other.`,
  },
  {
    wrong: "rules across attributes",
    stack: `"resource": {"docs_fair": {"f": {"title": "Fair"}}, "docs_fair_opening": {
"o": {"fair_id": "\${docs_fair.f.id}"}}}`,
    reported: `cdk.tf.json:3:1: error fair/visibility-unsaid: A published fair must say its visibility.
  3 | "o": {"fair_id": "\${docs_fair.f.id}"}}}}
    | ^^^
  Add visibility.`,
  },
  {
    wrong: "an order of strangers",
    stack: `"resource": {"docs_book": {"a": {"title": "A"}}, "docs_fair": {"f": {"title": "Fair"}}, "docs_wing": {
"a": {"fair_id": "\${docs_fair.f.id}", "title": "A"}, "b": {"fair_id": "\${docs_fair.f.id}", "title": "B", "parent_id": "\${docs_wing.a.id}"}, "c": {"fair_id": "\${docs_fair.f.id}", "title": "C"}},
"docs_fair_order": {"o": {"fair_id": "\${docs_fair.f.id}",
"ids": ["\${docs_wing.a.id}", "\${docs_wing.b.id}"]}}}`,
    reported: `cdk.tf.json:5:8: error synth/not-siblings: These objects are not direct children of fair.f: wing.b.
  5 | "ids": ["\${docs_wing.a.id}", "\${docs_wing.b.id}"]}}}}
    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  List only direct children that the app declares.`,
  },
  {
    wrong: "orders of what is not declared, twice, and again",
    stack: `"resource": {"docs_book": {"a": {"title": "A"}}, "docs_fair": {"f": {"title": "Fair"}}, "docs_wing": {"a": {"fair_id": "\${docs_fair.f.id}", "title": "A"}}, "docs_fair_order": {
"o": {"fair_id": "\${docs_fair.f.id}", "ids": ["w1"]},
"p": {"fair_id": "\${docs_fair.f.id}", "ids": ["\${docs_wing.a.id}", "\${docs_wing.a.id}"]},
"q": {"fair_id": "\${docs_fair.f.id}", "ids": ["\${docs_wing.a.id}"]},
"r": {"fair_id": "\${docs_fair.f.id}", "ids": ["\${docs_wing.a.id}"]},
"s": {"fair_id": "\${docs_fair.f.id}"}}}`,
    reported: `cdk.tf.json:3:47: error synth/unsupported: ids must contain ids of objects that the app declares: halls, wings, stands.
  3 | "o": {"fair_id": "\${docs_fair.f.id}", "ids": ["w1"]},
    |                                               ^^^^
  Declare the object with an import block for its id.
cdk.tf.json:4:68: error synth/invalid-value: wing.a is listed twice.
  4 | "p": {"fair_id": "\${docs_fair.f.id}", "ids": ["\${docs_wing.a.id}", "\${docs_wing.a.id}"]},
    |                                                                    ^^^^^^^^^^^^^^^^^^^
  Remove one of them.
cdk.tf.json:6:46: error synth/two-orders: The order in fair.f is already declared at cdk.tf.json:5:46.
  6 | "r": {"fair_id": "\${docs_fair.f.id}", "ids": ["\${docs_wing.a.id}"]},
    |                                              ^^^^^^^^^^^^^^^^^^^^^
  Keep one of them.
cdk.tf.json:7:1: error synth/missing-field: docs_fair_order.s has no ids.
  7 | "s": {"fair_id": "\${docs_fair.f.id}"}}}}
    | ^^^
  Add ids.`,
  },
  {
    wrong: "import blocks that pin nothing",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "A"}}}, "import": [{"to": "docs_book.b", "id": "x"},
{"to": "docs_book.a", "id": "f/x"}, {"to": "docs_book.a"}, {"to": "aws_s3_bucket.b", "id": "b"}]`,
    reported: `cdk.tf.json:3:36: error synth/unresolvable: The stack declares no docs_book.b to import.
  3 | "title": "A"}}}, "import": [{"to": "docs_book.b", "id": "x"},
    |                                    ^^^^^^^^^^^^^
  Did you mean docs_book.a?
cdk.tf.json:4:29: error synth/invalid-value: This id names no book.
  4 | {"to": "docs_book.a", "id": "f/x"}, {"to": "docs_book.a"}, {"to": "aws_s3_bucket.b", "id": "b"}]}
    |                             ^^^^^
  Write its id.
cdk.tf.json:4:37: error synth/missing-field: The import block has no id.
  4 | {"to": "docs_book.a", "id": "f/x"}, {"to": "docs_book.a"}, {"to": "aws_s3_bucket.b", "id": "b"}]}
    |                                     ^^^^^^^^^^^^^^^^^^^^^
  Add id.`,
  },
  {
    wrong: "a move to another type",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "A"}}}, "moved": [{"from": "docs_shelf.b", "to": "docs_book.a"}]`,
    reported: `cdk.tf.json:3:37: error synth/unsupported: docsform cannot move docs_shelf.b to docs_book.a: they are of different types.
  3 | "title": "A"}}}, "moved": [{"from": "docs_shelf.b", "to": "docs_book.a"}]}
    |                                     ^^^^^^^^^^^^^^
  Remove the block, or apply with Terraform.`,
  },
  {
    wrong: "a provider that is not configured",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"provider": "docs.eu", "title": "A"}}}`,
    reported: `cdk.tf.json:2:28: error synth/unresolvable: The stack configures no provider docs.eu. Construct: app/a.
  2 | "resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
    |                            ^^^
  Add its configuration.`,
  },
  {
    wrong: "provider settings",
    stack: `{"provider": {"docs": [{"organization": 5, "max_deletes": -1, "base_url": "acme"}]}, "resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "A"}}}}`,
    bare: true,
    reported: `cdk.tf.json:1:41: error synth/invalid-value: organization must be the id of an organization.
  1 | {"provider": {"docs": [{"organization": 5, "max_deletes": -1, "base_url": "acme"}]}, "resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
    |                                         ^
cdk.tf.json:1:59: error synth/invalid-value: max_deletes must be a whole number of at least 0.
  1 | {"provider": {"docs": [{"organization": 5, "max_deletes": -1, "base_url": "acme"}]}, "resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
    |                                                           ^^
cdk.tf.json:1:75: error synth/invalid-value: base_url must be a URL such as https://api.example.com.
  1 | {"provider": {"docs": [{"organization": 5, "max_deletes": -1, "base_url": "acme"}]}, "resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
    |                                                                           ^^^^^^`,
  },
  {
    wrong: "the first child of a container, declared again",
    stack: `"resource": {"docs_book": {"a": {"title": "A"}}, "docs_fair": {"f": {"title": "Fair"}}, "docs_hall": {
"h": {"fair_id": "\${docs_fair.f.id}", "title": "Hall", "book_id": "\${docs_book.a.id}"}}, "docs_stand": {
"s": {"fair_id": "\${docs_fair.f.id}", "parent_id": "\${docs_hall.h.id}", "book_id": "\${docs_book.a.id}"},
"t": {"fair_id": "\${docs_fair.f.id}", "parent_id": "\${docs_hall.h.id}", "book_id": "\${docs_book.a.id}", "path": "t"}}}`,
    reported: `cdk.tf.json:4:1: error synth/duplicate: docsform cannot distinguish stand.s from stand.h at cdk.tf.json:3:1.
  4 | "s": {"fair_id": "\${docs_fair.f.id}", "parent_id": "\${docs_hall.h.id}", "book_id": "\${docs_book.a.id}"},
    | ^^^
  Declare only one of them, or give each of them another path.`,
  },
  {
    wrong: "a removed block",
    stack: `"resource": {"docs_book": {"a": {"//": {"metadata": {"path": "app/a"}},
"title": "A"}}}, "removed": [{"from": "docs_book.b", "lifecycle": {"destroy": false}}, {"from": "aws_s3_bucket.b"}]`,
    reported: `cdk.tf.json:3:39: error synth/unsupported: docsform does not support the removed block of docs_book.b.
  3 | "title": "A"}}}, "removed": [{"from": "docs_book.b", "lifecycle": {"destroy": false}}, {"from": "aws_s3_bucket.b"}]}
    |                                       ^^^^^^^^^^^^^
  Remove the block. docsform forgets an object that the app no longer declares, and deletes it only from ordered levels.`,
  },
];
