import type { DynamicModule, Type } from '@nestjs/common';
import type { RoomManifest } from './room-manifest.js';

/**
 * The source of the keys that encrypt secrets. Keys that the operator has not configured are changed in a write
 * transaction of their database, so that one process does it at a time.
 */
export interface SecretKeySource {
  /** The current keys (`readSecretKeys`), newest first; undefined if there are none. */
  read(): string | undefined;
  /** Adds a new key in front of all others; undefined if the operator manages the keys. */
  readonly make?: () => void;
  /** Removes all keys except those with these ids and the newest two; undefined if the operator manages the keys. */
  readonly dropBut?: (needed: ReadonlySet<string>) => void;
}

/** The parameters of a module, in addition to its settings. */
export interface Installation {
  /** Whether the application answers requests or runs one command. */
  readonly mode: 'server' | 'command';
  /** Base URL under which clients reach this server. */
  readonly publicBaseUrl: string;
  /** The application's secret. It signs tokens, and keys are derived from it. */
  readonly secret: string;
  readonly secretKeys: SecretKeySource;
  /** Allowed hosts of external objects; empty allows all. */
  readonly externalHosts: readonly string[];
  /** The number of additional processes of a kind: the value of the setting, or one in a small container. */
  maxChildProcesses(setting: number): number;
}

/** A manifest with its Nest module. `with` builds the module from its settings, if it has any. */
export interface Room<S extends object = object> {
  readonly manifest: RoomManifest<S>;
  readonly module: Type & { with?(settings: S, installation: Installation): DynamicModule | Promise<DynamicModule> };
}
