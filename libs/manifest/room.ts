import type { DynamicModule, Type } from '@nestjs/common';
import type { RoomManifest } from './room-manifest.js';

/** What a room's module is told beside the room's own settings. */
export interface Installation {
  /** What the application is built for: to answer requests, or one command. */
  readonly face: 'server' | 'command';
  /** The address under which clients reach this server. */
  readonly publicBaseUrl: string;
  /** The application's secret, which signs tokens and of which keys are derived. */
  readonly secret: string;
  /** How many processes of a kind work beside the server: as their setting says, one in a small container. */
  processesBeside(setting: number): number;
}

/** A room: what it brings, and the module that provides it, made of its settings where it has some. */
export interface Room<S extends object = object> {
  readonly manifest: RoomManifest<S>;
  readonly module: Type & { with?(settings: S, installation: Installation): DynamicModule | Promise<DynamicModule> };
}
