export { AllRooms } from './all-rooms.js';
export {
  exportsOf,
  type InstalledRoom,
  InstalledRights,
  InstalledRoomNames,
  InstalledRoomsModule,
} from './installed-rooms.module.js';
export type { Installation, Room, SecretKeySource } from './room.js';
export {
  type DeclaredRight,
  type ExtensionPoint,
  type Provision,
  recordRights,
  type RoomManifest,
} from './room-manifest.js';
export { type FindService, HOUR_MS, type Schedule, type ScheduleRun, type SharedLease } from './schedule.js';
export { recordService } from './record-service.js';
