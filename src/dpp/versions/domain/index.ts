export { pageUrl, type PassportUrls, passportUrls, qrTarget } from './addresses.js';
export { payloadElements } from './elements.js';
export { fullOf } from './full.js';
export { fileUrl, ownBodies, ownBody, sharedBody } from './kept-files.js';
export { operatorUri } from './operator-ids.js';
export { type OwnValues, ownValues } from './own-values.js';
export {
  type KeptFiles,
  type PartBodies,
  partBodies,
  type PartBody,
  publicBody,
  type PublicBody,
  viewOf,
  wholePayload,
} from './shared-bodies.js';
export {
  contextOf,
  envelopeNames,
  FORM,
  jsonLdText,
  noticedJsonLdText,
  partText,
  canonicalJson,
} from './version-parts.js';
