export { SharedBodies } from './ports/shared-bodies.js';
export { type ReadVersion, type ReadableVersion, VersionParts } from './ports/version-parts.js';
export {
  type Measurement,
  Measurements,
  type Measurer,
  type StartedMeasurements,
  type StoredMeasurement,
  type VoidedMeasurement,
} from './ports/measurements.js';
export { PassportVersions, type PublishedVersion } from './ports/passport-versions.js';
