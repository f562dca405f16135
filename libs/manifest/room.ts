import type { DynamicModule, Type } from '@nestjs/common';
import type { RoomManifest } from './room-manifest.js';

/**
 * Where the keys lie under which secrets are stored. Those that aren't the operator's are changed within a write
 * transaction of the database that they lie beside, so that one process does it at a time.
 */
export interface SecretKeySource {
  /** The keys as they stand there now (`readSecretKeys`), the newest first; undefined where there are none. */
  read(): string | undefined;
  /** Puts a new key in front of all others; undefined where that is the operator's. */
  readonly make?: () => void;
  /** Drops all keys but those with these ids, the newest and the one before it; undefined where that is the operator's. */
  readonly dropBut?: (needed: ReadonlySet<string>) => void;
}

/** What a room's module is told beside the room's own settings. */
export interface Installation {
  /** What the application is built for: to answer requests, or one command. */
  readonly face: 'server' | 'command';
  /** The address under which clients reach this server. */
  readonly publicBaseUrl: string;
  /** The application's secret, which signs tokens and of which keys are derived. */
  readonly secret: string;
  readonly secretKeys: SecretKeySource;
  /** Hosts that what lies elsewhere may lie on; none: any. */
  readonly externalHosts: readonly string[];
  /** How many processes of a kind work beside the server: as their setting says, one in a small container. */
  processesBeside(setting: number): number;
}

/** A room: what it brings, and the module that provides it, made of its settings where it has some. */
export interface Room<S extends object = object> {
  readonly manifest: RoomManifest<S>;
  readonly module: Type & { with?(settings: S, installation: Installation): DynamicModule | Promise<DynamicModule> };
}
