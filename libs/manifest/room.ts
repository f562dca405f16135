import type { DynamicModule, Type } from '@nestjs/common';
import type { RoomManifest } from './room-manifest.js';

/**
 * The source of the keys that encrypt secrets. Keys managed by Kontor change in a write transaction of their database,
 * so that only one process at a time changes them.
 */
export interface SecretKeySource {
  /** The current keys (`readSecretKeys`), newest first; undefined if there are none. */
  read(): string | undefined;
  /** Adds a new key in front of the others; undefined if the operator manages the keys. */
  readonly make?: () => void;
  /** Removes all keys except the newest two and those with these ids; undefined if the operator manages the keys. */
  readonly dropBut?: (needed: ReadonlySet<string>) => void;
}

/** What a module receives in addition to its settings. */
export interface Installation {
  /** Whether the application serves requests or runs one command. */
  readonly mode: 'server' | 'command';
  /** Base URL under which clients reach this server. */
  readonly publicBaseUrl: string;
  /** The application's secret. It signs tokens, and keys are derived from it. */
  readonly secret: string;
  readonly secretKeys: SecretKeySource;
  /** Allowed hosts of external objects; an empty list allows all. */
  readonly externalHosts: readonly string[];
  /** The maximum number of child processes of a kind: the value of the setting, or one in a small container. */
  maxChildProcesses(setting: number): number;
}

/** A manifest with its Nest module. `with` builds the module from its settings, if it has any. */
export interface Room<S extends object = object> {
  readonly manifest: RoomManifest<S>;
  readonly module: Type & {
    with?(settings: S, installation: Installation): DynamicModule | Promise<DynamicModule>;
    /**
     * True if the module only imports global modules. The routes of its operations are then registered after those of
     * these modules.
     */
    readonly onlyComposes?: boolean;
  };
}
