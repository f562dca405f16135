import { HOUR_MS, type RoomManifest } from '../../libs/manifest/index.js';
import { describeRecordsOperation } from './application/record-operations.js';
import { serverStateOperation } from './application/server-state-operation.js';
import { Sessions } from './application/sessions.js';
import { DESK_MIGRATIONS } from './migrations/index.js';
import { DeskSettings } from './settings.js';

export const DESK_ROOM: RoomManifest<DeskSettings> = {
  name: 'desk',
  chapter: {
    title: 'Desk',
    about:
      'Sign-in to Desk (the web interface for staff), the record descriptions that Desk uses, and the metrics of the server process.',
    services: ['deskSessionV1', 'deskServerStateV1'],
  },
  isOn: ({ DESK }) => DESK,
  settings: DeskSettings,
  resources: [],
  migrations: DESK_MIGRATIONS,
  operations: [describeRecordsOperation, serverStateOperation],
  schedules: [
    {
      name: 'sessions of Desk',
      every: HOUR_MS,
      once: 'process',
      failure: 'old data could not be deleted: Desk sessions',
      run: ({ find }) => find(Sessions).prune(),
    },
  ],
};
