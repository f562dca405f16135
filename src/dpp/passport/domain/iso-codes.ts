import { type Fault, required, sentence } from '../../../../libs/kernel/index.js';
import type { LanguageMap } from './json.js';

/** ISO 3166-1 alpha-2 codes (2026): 249. `UK` is only reserved; the United Kingdom is `GB`. */
const COUNTRY_CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO ' +
  'JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR ' +
  'MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO ' +
  'RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV ' +
  'TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

export const COUNTRIES: readonly string[] = COUNTRY_CODES.split(' ');
const countries = new Set(COUNTRIES);

export const isCountry = (text: string): boolean => countries.has(text);

/** ISO 639-1 language codes. */
const LANGUAGE_CODES =
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es ' +
  'et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki ' +
  'kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no ' +
  'nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te ' +
  'tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu';

const languages = new Set(LANGUAGE_CODES.split(' '));
const TAG =
  /^([a-z]{2,3})(?:-[a-z]{3}){0,3}(?:-[A-Z][a-z]{3})?(?:-([A-Z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wy-z](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?$/;
/** Longer than any tag in use (RFC 5646 §4.4.1). */
const TAG_MAX = 35;

/**
 * A BCP 47 language tag: an ISO 639 language (two letters where available), then optionally a script, an ISO 3166-1
 * country or three-digit region, variants, extensions and private use. `en-UK` is invalid, because `UK` is not a
 * country code.
 */
export const isLanguageTag = (text: string): boolean => {
  const parts = text.length > TAG_MAX ? null : TAG.exec(text);
  if (!parts) return false;
  const [, language = '', region] = parts;
  return (
    (language.length === 3 || languages.has(language)) &&
    (region === undefined || /^\d/.test(region) || isCountry(region))
  );
};

/** Keys of a language map must be language tags, and texts must not be empty. */
export const languageMapFaults = (map: LanguageMap, field: string): readonly Fault[] =>
  Object.entries(map).flatMap(([tag, text]) =>
    isLanguageTag(tag)
      ? text.trim() === ''
        ? [required(`${field}.${tag}`)]
        : []
      : [
          sentence(
            '"%tag" in %fieldName is not a valid language tag. Use a BCP 47 tag such as "en".',
            { tag, fieldName: field },
            field,
          ),
        ],
  );
