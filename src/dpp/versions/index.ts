export {
  contradictionFault,
  Measurements,
  type Measurer,
  type StartedMeasurements,
  type StoredMeasurement,
} from './ports/measurements.js';
export {
  PassportVersions,
  type PublishedVersion,
  SharedBodies,
  type ReadVersion,
  type ReadableVersion,
  type VersionFile,
} from './ports/passport-versions.js';
