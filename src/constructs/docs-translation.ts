import type { Construct } from "constructs";
import { propsGiven } from "./check-properties.ts";
import type { Choice } from "./choice.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import { ForeignObject } from "./foreign-object.ts";
import {
  type TranslationConfig,
  Translation as TranslationResource,
  type TranslationResultOutputReference,
} from "./generated/translation.ts";
import type { ISpace, ITranslation } from "./references.ts";
import { valuesOf } from "./values-of.ts";

/** The properties of a translation. */
export interface TranslationProps extends DocsObjectProps<keyof TranslationValues>, TranslationValues {}

interface TranslationValues {
  /** The space to translate. A change replaces the translation. */
  readonly space: ISpace;
  /** Language of the space, as a code such as `en` or `pt-br`. A change replaces the translation. */
  readonly sourceLanguage: Choice<"translation", "sourceLanguage">;
  /** Language to translate into. A change replaces the translation. */
  readonly language: Choice<"translation", "language">;
  /** Instructions for the translator, as Markdown. At most 100000 characters. If omitted, the value stays as it is. */
  readonly instructions?: string;
}

/**
 * A translation of a space into another language. Its result is a separate space.
 *
 * @example
 * new Translation(this, "french", { space: guides, sourceLanguage: "en", language: "fr" });
 */
export class Translation extends DocsObject<"translation", TranslationResource> implements ITranslation {
  readonly resource: TranslationResource;

  /** Refers to an existing translation that the app does not manage. */
  static fromId(scope: Construct, id: string, translationId: string): ITranslation {
    return new ForeignObject(scope, id, "translation", translationId);
  }

  constructor(scope: Construct, id: string, given: TranslationProps) {
    const props = propsGiven(given);
    super(scope, id, "translation", props, { provider: props.provider });
    this.resource = new TranslationResource(this, "Default", {
      ...argumentsOf(this, props),
      ...valuesOf<TranslationConfig>("translation", props),
    });
    importBlock(this, props.importFrom);
  }

  /** The translated space, once the translation has run. */
  get result(): TranslationResultOutputReference {
    return this.resource.result;
  }
}
