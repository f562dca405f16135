import type { DynamicModule, Type } from '@nestjs/common';
import type { RoomManifest } from './room-manifest.js';

/**
 * The source of the keys that encrypt secrets. Keys that the operator has not configured are changed in a write
 * transaction of their database, so that one process does it at a time.
 */
export interface SecretKeySource {
  /** The current keys (`readSecretKeys`), newest first; undefined if there are none. */
  read(): string | undefined;
  /** Puts a new key in front of all others; undefined where that is the operator's. */
  readonly make?: () => void;
  /** Drops all keys but those with these ids, the newest and the one before it; undefined where that is the operator's. */
  readonly dropBut?: (needed: ReadonlySet<string>) => void;
}

/** The parameters of a module, in addition to its settings. */
export interface Installation {
  /** What the application is built for: to answer requests, or one command. */
  readonly face: 'server' | 'command';
  /** The address under which clients reach this server. */
  readonly publicBaseUrl: string;
  /** The application's secret, which signs tokens and of which keys are derived. */
  readonly secret: string;
  readonly secretKeys: SecretKeySource;
  /** Allowed hosts of external objects; empty allows all. */
  readonly externalHosts: readonly string[];
  /** The number of additional processes of a kind: the value of the setting, or one in a small container. */
  maxChildProcesses(setting: number): number;
}

/** A room: what it brings, and the module that provides it, made of its settings where it has some. */
export interface Room<S extends object = object> {
  readonly manifest: RoomManifest<S>;
  readonly module: Type & { with?(settings: S, installation: Installation): DynamicModule | Promise<DynamicModule> };
}
