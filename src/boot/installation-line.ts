import { resolve } from 'node:path';
import { parseDatabaseUrl } from '../../libs/database/index.js';
import { publicBaseUrlOf } from '../app.module.js';
import { REVISION } from '../config/version.js';
import type { Settings } from '../config/settings.js';
import type { CustomerDocumentsSettings } from '../customer-documents/index.js';
import { CUSTOMER_DOCUMENTS_ROOM } from '../customer-documents/room.js';

const isDefaultPort = (port: number): boolean => port === 3306;

/** The database without user and password: `mysql db1,db2:3307/kontor`, or `sqlite` and the absolute path. */
const databaseOf = (settings: Settings): string => {
  const target = parseDatabaseUrl(settings.databaseAddress);
  if (target.kind === 'sqlite') return `sqlite ${target.file === undefined ? 'in memory' : resolve(target.file)}`;
  const hosts = target.servers.map(({ host, port }) => (isDefaultPort(port) ? host : `${host}:${port}`));
  return `mysql ${hosts.join(',')}/${target.servers[0].database}`;
};

/** The storage of document files; undefined if the module is not installed. */
const storageOf = (settings: Settings): string | undefined => {
  if (!settings.installedRooms.some(({ manifest }) => manifest === CUSTOMER_DOCUMENTS_ROOM)) return undefined;
  const { STORAGE_URL } = settings.ofModule(CUSTOMER_DOCUMENTS_ROOM) as CustomerDocumentsSettings;
  return STORAGE_URL.startsWith('file:') ? `file:${resolve(STORAGE_URL.slice('file:'.length))}` : STORAGE_URL;
};

/** First log line of a server, which describes the installation. */
export const installationOf = (settings: Settings): Readonly<Record<string, string | undefined>> => ({
  revision: REVISION,
  database: databaseOf(settings),
  storage: storageOf(settings),
  public_url: publicBaseUrlOf(settings),
});
