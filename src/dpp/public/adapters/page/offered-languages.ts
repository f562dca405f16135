import { isJsonObject, type Json, type JsonObject, type LanguageMap } from '../../../passport/domain/index.js';
import { type Shape, shapeOf } from '../../../templates/domain/index.js';
import { baseOf, lookupLanguage, PAGE_LANGUAGES } from './languages.js';
import { ownNameOf } from './names.js';

const spokenIn = (value: Json | undefined, shape: Shape, found: Set<string>): void => {
  if (Array.isArray(value)) for (const one of value as readonly Json[]) spokenIn(one, shape, found);
  if (!isJsonObject(value)) return;
  for (const { name, languageMap, children } of shape.values()) {
    const member = value[name];
    if (!languageMap) spokenIn(member, children, found);
    else for (const map of [member].flat().filter(isJsonObject)) for (const tag of Object.keys(map)) found.add(tag);
  }
};

interface OfferedLanguage {
  readonly language: string;
  readonly name: string;
  readonly isShown: boolean;
}

/**
 * Languages offered on the page: those of its own texts, then those of the passport's texts. If the reader selects one
 * of the latter, the page's own texts stay in the page language.
 */
export const offeredLanguages = (
  productName: LanguageMap | null,
  payload: JsonObject,
  schema: JsonObject,
  languages: readonly string[],
): readonly OfferedLanguage[] => {
  const found = new Set(Object.keys(productName ?? {}));
  spokenIn(payload, shapeOf(schema), found);
  const others = [...found].filter((tag) => !PAGE_LANGUAGES.some((own) => own === baseOf(tag.toLowerCase())));
  const offered = [...PAGE_LANGUAGES, ...others.toSorted()];
  const shown = lookupLanguage(offered, languages) ?? 'en';
  return offered.map((language) => ({ language, name: ownNameOf(language), isShown: language === shown }));
};
