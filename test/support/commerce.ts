import { Global, type INestApplicationContext, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { SecurityEvents } from '../../libs/kernel/index.js';
import { PersistenceModule } from '../../libs/database/index.js';
import { CommerceServicesModule } from '../../src/commerce/commerce-services.module.js';
import { COMMERCE_MIGRATIONS } from '../../src/commerce/migrations/index.js';
import { COMMERCE_RESOURCES } from '../../src/commerce/index.js';
import { ForgetAttempts, Passwords } from '../../src/access/index.js';
import { FORGETS_ATTEMPTS, HeardEvents } from './access.js';
import { type DatabaseKind, migratedDatabase } from './databases.js';
import { CacheModule } from '../../libs/cache/index.js';
import { InstalledRoomsModule } from '../../libs/manifest/index.js';
import { ALL_ROOMS } from './rooms.js';

/** Cheap hashing, so that tests do not wait. The real hashing has its own tests. */
const passwords = new Passwords({
  hash: (password) => Promise.resolve(`hash of ${password}`),
  verify: (hash, password) => Promise.resolve(hash === `hash of ${password}`),
  pretend: () => Promise.resolve(),
});

@Global()
@Module({
  providers: [
    { provide: Passwords, useValue: passwords },
    { provide: SecurityEvents, useClass: HeardEvents },
    FORGETS_ATTEMPTS,
  ],
  exports: [Passwords, SecurityEvents, ForgetAttempts],
})
class QuickPasswordsModule {}

export interface CommerceContext {
  readonly app: INestApplicationContext;
  close(): Promise<void>;
}

/** The services and ports of commerce on a new database, without routes. */
export const openCommerce = async (kind: DatabaseKind): Promise<CommerceContext> => {
  const database = await migratedDatabase(kind);
  const module = await Test.createTestingModule({
    imports: [
      PersistenceModule.register({
        resources: COMMERCE_RESOURCES,
        migrations: COMMERCE_MIGRATIONS,
        useFactory: () => ({ url: database.url, migrate: false }),
      }),
      CacheModule.with(0),
      QuickPasswordsModule,
      CommerceServicesModule,
      InstalledRoomsModule.with([], ALL_ROOMS),
    ],
  }).compile();
  const app = await module.init();
  return {
    app,
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
};
