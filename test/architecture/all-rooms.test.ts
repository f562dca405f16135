import { ROOMS } from '../../src/app.module.js';
import { CLUB_ROOM } from '../example-room/room.js';
import { AllRooms, type RoomManifest } from '../../libs/manifest/index.js';
import { priceCodes, type PriceCodes } from '../../libs/pricing/index.js';

const BUILT_IN = ROOMS.map(({ manifest }) => manifest);
const CLUB = CLUB_ROOM.manifest;
const EMPTY: RoomManifest = { name: 'another', resources: [], migrations: [], operations: [] };

describe('AllRooms', () => {
  it('collects the declarations of all modules and sorts price codes by rank', () => {
    const { extensionPoints, resources, migrations } = new AllRooms([...BUILT_IN, CLUB]);
    const codes = extensionPoints.get(priceCodes().to) as PriceCodes;
    expect(codes.all.indexOf('club_price')).toBe(2);
    expect(resources).toEqual(expect.arrayContaining([...CLUB.resources]));
    expect(migrations).toEqual(expect.arrayContaining([...CLUB.migrations]));
  });

  it.each<[string, Partial<RoomManifest>]>([
    ['name', { name: CLUB.name }],
    ['table', { resources: CLUB.resources.map((resource) => ({ ...resource, room: EMPTY.name })) }],
    ['migration', { migrations: CLUB.migrations }],
    ['operation', { operations: CLUB.operations.slice(0, 1) }],
    ['route', { operations: CLUB.operations.slice(0, 1).map((one) => ({ ...one, name: 'another' })) }],
    ['right', { rights: [{ name: '_Club::save', title: 'Save' }] }],
    ['scope', { scopes: [{ scope: 'club' }] }],
    ['schedule', { schedules: CLUB.schedules ?? [] }],
  ])('rejects two modules that declare the same %s', (what, same) => {
    expect(() => new AllRooms([CLUB, { ...EMPTY, ...same }])).toThrow(`two modules declare the ${what} `);
  });

  it('rejects two routes that differ only in the name of a path variable', () => {
    const operations = CLUB.operations
      .slice(0, 1)
      .map((one) => ({ ...one, name: 'another', rest: { ...one.rest, path: 'clubs/:id' } }));
    expect(() => new AllRooms([CLUB, { ...EMPTY, operations }])).toThrow('two modules declare the route GET clubs/:');
  });

  it('rejects a resource of another module and a scope that is too long for its column', () => {
    expect(() => new AllRooms([{ ...EMPTY, resources: CLUB.resources }])).toThrow(
      /clubPrice, which belongs to the module example-club/,
    );
    expect(() => new AllRooms([{ ...EMPTY, scopes: [{ scope: 'seventeen letters' }] }])).toThrow(/longer than 16/);
  });

  it('rejects two modules that declare the same price code', () => {
    const provides = [priceCodes({ code: 'club_price', rank: 1 })];
    expect(() => new AllRooms([CLUB, { ...EMPTY, provides }])).toThrow('two price sources for club_price');
  });
});
