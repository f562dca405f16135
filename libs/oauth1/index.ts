export { type OAuthParameters, readAuthorization } from './authorization.js';
export { type SignedForm, signedForms, type SignedParts } from './base-strings.js';
export { hasDotSegments } from './percent.js';
export { authorizationFor, findSignedForm, type SignatureMethod, type SigningSecrets } from './signature.js';
