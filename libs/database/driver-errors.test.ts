import { isDiskFull } from './driver-errors.js';

describe('a full disk (operations.md, "A full disk")', () => {
  it.each([
    [{ code: 'SQLITE_FULL', message: 'database or disk is full' }],
    [{ code: 'SQLITE_IOERR_SHMSIZE', message: 'disk I/O error' }],
    [{ errno: 1021, message: 'Disk full (/tmp); waiting for someone to free some space...' }],
    [{ errno: 1114, message: "The table 'product' is full" }],
    [{ errno: 3, message: 'Error writing file \'/var/lib/mysql/log\' (Errcode: 28 "No space left on device")' }],
    [{ errno: 1026, message: 'Error writing file \'x\' (errno: 28 "No space left on device")' }],
    [{ errno: 1030, message: 'Got error 28 "No space left on device" from storage engine InnoDB' }],
    [{ errno: 1180, message: 'Got error 28 "No space left on device" during COMMIT' }],
    [{ errno: 1030, message: 'Got error 122 "Disk quota exceeded" from storage engine InnoDB' }],
    [{ message: 'wrapped', driverError: { code: 'SQLITE_FULL', message: 'database or disk is full' } }],
  ])('is recognized from %j', (error) => {
    expect(isDiskFull(error)).toBe(true);
  });

  it.each([
    [{ code: 'SQLITE_IOERR_WRITE', message: 'disk I/O error' }],
    [{ errno: 1030, message: 'Got error 168 "Unknown error" from storage engine' }],
    [{ errno: 1180, message: 'Got error 6 "No such device or address" during COMMIT' }],
    [{ errno: 3, message: 'Error writing file \'x28\' (Errcode: 5 "Input/output error")' }],
    [new Error('disk full')],
    [undefined],
  ])('is not recognized from %p', (error) => {
    expect(isDiskFull(error)).toBe(false);
  });
});
