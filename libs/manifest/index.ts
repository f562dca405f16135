export { AllRooms } from './all-rooms.js';
export {
  exportsOf,
  type InstalledRoom,
  InstalledRights,
  InstalledRoomNames,
  InstalledRoomsModule,
} from './installed-rooms.module.js';
export type { Installation, Room, SecretKeySource } from './room.js';
export { type DeclaredRight, type FindService, recordRights, type RoomManifest } from './room-manifest.js';
export { recordService } from './record-service.js';
