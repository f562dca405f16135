import { mustBe, type Need } from './lab.js';

const EXACT = '12345678901234.567891';
const PACKET = 12 * 1024 * 1024;

/** Requirements for single statements. */
export const NEEDS_OF_ROWS: readonly Need[] = [
  {
    name: 'tables',
    try: async (lab) => {
      const session = await lab.session();
      const text = `varchar(64) CHARACTER SET utf8mb4 COLLATE ${lab.dialect.collation} NOT NULL`;
      await session.run(
        `CREATE TABLE ${lab.items} (id int NOT NULL AUTO_INCREMENT, code ${text}, amount decimal(20,6) NOT NULL DEFAULT 0, ` +
          `number int NOT NULL DEFAULT 0, UNIQUE INDEX ${lab.items}_code (code), PRIMARY KEY (id)) ENGINE=InnoDB`,
      );
      await session.run(
        `CREATE TABLE ${lab.parts} (id int NOT NULL AUTO_INCREMENT, item_id int NOT NULL, whole_id int NULL, PRIMARY KEY (id), ` +
          `CONSTRAINT ${lab.parts}_item FOREIGN KEY (item_id) REFERENCES ${lab.items} (id) ON DELETE NO ACTION ON UPDATE NO ACTION, ` +
          `CONSTRAINT ${lab.parts}_whole FOREIGN KEY (whole_id) REFERENCES ${lab.items} (id) ON DELETE CASCADE ON UPDATE NO ACTION) ENGINE=InnoDB`,
      );
      await session.run(
        `CREATE TABLE ${lab.version} (id int NOT NULL, version bigint NOT NULL, PRIMARY KEY (id)) ENGINE=InnoDB`,
      );
      await session.run(`ALTER TABLE ${lab.items} ADD COLUMN body longtext NULL`);
      await session.run(`CREATE INDEX ${lab.items}_number ON ${lab.items} (number, id)`);
      await session.run(`INSERT INTO ${lab.version} (id, version) VALUES (1, 10)`);
      await session.run(`INSERT INTO ${lab.items} (id, code) VALUES (1, 'one'), (2, 'two'), (3, 'three')`);
      const engine = await session.value(
        'SELECT engine FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?',
        [lab.items],
      );
      mustBe(
        String(engine).toLowerCase() === 'innodb',
        `a new table uses the engine ${String(engine)} instead of InnoDB`,
      );
    },
  },
  {
    name: 'ids',
    try: async (lab) => {
      const session = await lab.session();
      const insert = `INSERT INTO ${lab.items} (code) VALUES ('id-1'), ('id-2'), ('id-3')`;
      const { idStep } = lab.dialect;
      const ids =
        idStep === undefined
          ? (await session.rows(`${insert} RETURNING id`)).map(({ id }) => Number(id))
          : await session.run(insert).then(({ insertId }) => [0, 1, 2].map((index) => insertId + index * idStep));
      const found = await session.rows(`SELECT id FROM ${lab.items} WHERE code LIKE 'id-%' ORDER BY code`);
      mustBe(
        ids.length === 3 && ids.every((id, index) => id === Number(found[index]?.['id'])),
        `the inserted rows have the IDs ${found.map(({ id }) => String(id)).join()}, but the server reported ${ids.join()}`,
      );
      await session.run(`INSERT INTO ${lab.items} (id, code) VALUES (0, 'nought')`);
      const nought = await session.value(`SELECT id FROM ${lab.items} WHERE code = 'nought'`);
      mustBe(Number(nought) === 0, `a row with ID 0 was stored with ID ${String(nought)}`);
    },
  },
  {
    name: 'matched rows',
    try: async (lab) => {
      const { affectedRows } = await (
        await lab.session()
      ).run(`UPDATE ${lab.items} SET number = number WHERE id IN (1, 2)`);
      mustBe(
        affectedRows === 2,
        `an UPDATE that matches two rows without changing them reports ${affectedRows} matched rows`,
      );
    },
  },
  {
    name: 'unique keys',
    try: async (lab) => {
      const said = await (await lab.session()).refused(`INSERT INTO ${lab.items} (code) VALUES ('one')`, 1062);
      mustBe(said.includes(`${lab.items}_code`), `the duplicate key error does not name the key: ${said}`);
    },
  },
  {
    name: 'references',
    try: async (lab) => {
      const session = await lab.session();
      await session.refused(`INSERT INTO ${lab.parts} (item_id) VALUES (987654)`, 1216, 1452);
      await session.run(`INSERT INTO ${lab.items} (id, code) VALUES (20, 'whole')`);
      await session.run(`INSERT INTO ${lab.parts} (item_id, whole_id) VALUES (1, 20)`);
      await session.refused(`DELETE FROM ${lab.items} WHERE id = 1`, 1217, 1451);
      await session.run(`DELETE FROM ${lab.items} WHERE id = 20`);
      const left = await session.value(`SELECT COUNT(*) FROM ${lab.parts}`);
      mustBe(Number(left) === 0, 'ON DELETE CASCADE did not delete the referencing row');
    },
  },
  {
    name: 'upserts',
    try: async (lab) => {
      const session = await lab.session();
      await session.run(lab.dialect.upsert(lab.items, ['code', 'number'], ['code'], ['number']), ['two', 22]);
      const number = await session.value(`SELECT number FROM ${lab.items} WHERE id = 2`);
      mustBe(Number(number) === 22, `ON DUPLICATE KEY UPDATE stored ${String(number)} instead of 22`);
    },
  },
  {
    name: 'sorting by code point',
    try: async (lab) => {
      const session = await lab.session();
      await session.run(`INSERT INTO ${lab.items} (code) VALUES ('text'), ('Text'), ('text '), ('tëxt')`);
      const rows = await session.rows(
        `SELECT code FROM ${lab.items} WHERE code IN ('text', 'Text', 'tëxt') ORDER BY code`,
      );
      const codes = rows.map(({ code }) => String(code)).join('|');
      mustBe(codes === 'Text|text|tëxt', `strings are sorted as ${codes} instead of Text|text|tëxt`);
    },
  },
  {
    name: 'exact decimals',
    try: async (lab) => {
      const session = await lab.session();
      await session.run(`UPDATE ${lab.items} SET amount = ${EXACT} WHERE id = 1`);
      const amount = await session.value(`SELECT amount FROM ${lab.items} WHERE id = 1`);
      mustBe(amount === EXACT, `${EXACT} was stored as ${String(amount)}`);
    },
  },
  {
    name: 'no truncation',
    try: async (lab) => {
      const session = await lab.session();
      await session.refused(`INSERT INTO ${lab.items} (code) VALUES (REPEAT('x', 65))`, 1406);
      await session.refused(`UPDATE ${lab.items} SET amount = 123456789012345 WHERE id = 1`, 1264);
    },
  },
  {
    name: 'index hints',
    try: async (lab) => {
      const hint = lab.dialect.byIndex(`${lab.items}_number`);
      await (
        await lab.session()
      ).rows(`SELECT id FROM ${lab.items}${hint} WHERE number >= 0 ORDER BY number, id LIMIT 1`);
    },
  },
  {
    name: 'current time',
    try: async (lab) => {
      const session = await lab.session();
      const now = Number(await session.value(`SELECT ${lab.dialect.nowMs} AS now`));
      mustBe(Number.isInteger(now) && now > 1.7e12, `the server reports ${now} as the time in milliseconds since 1970`);
    },
  },
  {
    name: 'long statements',
    try: async (lab) => {
      const length = await (await lab.session()).value('SELECT LENGTH(?) AS length', ['x'.repeat(PACKET)]);
      mustBe(Number(length) === PACKET, `the server received ${String(length)} of ${PACKET} bytes of a string`);
    },
  },
];
