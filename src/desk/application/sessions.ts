import { Injectable } from '@nestjs/common';
import { Clock, SecurityEvents, SignInRefused, Transactions } from '../../../libs/kernel/index.js';
import type { Caller } from '../../../libs/operations/index.js';
import { AdminSessions, Secrets, type SignedInAdmin } from '../../access/index.js';
import { endToStore, isOver, sessionEnd, unusedEnd } from '../domain/session.js';
import { SessionStore } from '../ports/session-store.js';

/** A new session. Its secret goes into the cookie and is not stored. */
export interface NewSession {
  readonly secret: string;
  readonly name: string;
  readonly endsAt: Date;
}

/** A valid session. */
export interface CurrentSession {
  readonly caller: Caller;
  readonly endsAt: Date;
}

/** Sessions of the staff page (desk.md, "Sessions"). */
@Injectable()
export class Sessions {
  constructor(
    private readonly store: SessionStore,
    private readonly secrets: Secrets,
    private readonly admins: AdminSessions,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
  ) {}

  /** Throws `SignInRefused` and `TooManyRequests`. */
  async byPassword(username: string, password: string): Promise<NewSession> {
    return this.begin(await this.admins.byPassword(username, password));
  }

  /**
   * Uses up a sign-in link. Throws `SignInRefused` if it was used before, is older than 10 minutes, or its account has
   * changed.
   */
  async byLink(token: string): Promise<NewSession> {
    const digest = this.secrets.digest(token);
    const link = await this.transactions.write(() => this.store.takeLink(digest));
    const admin = link && link.endsAt > this.clock.now() && { id: link.adminId, tokenVersion: link.tokenVersion };
    if (admin && (await this.admins.caller(admin))) return this.begin(admin);
    this.events.note('sign_in_refused', link && { account: `admin:${link.adminId}` });
    throw new SignInRefused();
  }

  /** @param isByProvider Whether the identity provider signed the administrator in. */
  async begin({ id, tokenVersion }: SignedInAdmin, isByProvider = false): Promise<NewSession> {
    const now = this.clock.now();
    const secret = this.secrets.generate();
    const endsAt = sessionEnd(now);
    const session = { adminId: id, tokenVersion, endsAt, unusedEndsAt: unusedEnd(endsAt, now), isByProvider };
    await this.transactions.write(() => this.store.keepSession({ ...session, digest: this.secrets.digest(secret) }));
    return { secret, name: await this.admins.nameOf(id), endsAt };
  }

  /** The session with this secret; undefined if it has ended for any reason. */
  async current(secret: string): Promise<CurrentSession | undefined> {
    const now = this.clock.now();
    const session = await this.store.session(this.secrets.digest(secret));
    if (!session || isOver(session, now)) return undefined;
    const caller = await this.admins.caller({ id: session.adminId, tokenVersion: session.tokenVersion });
    if (!caller) return undefined;
    const end = endToStore(session, now);
    if (end) this.store.noteUse(session.digest, end);
    return { caller, endsAt: session.endsAt };
  }

  async isByProvider(secret: string): Promise<boolean> {
    return (await this.store.session(this.secrets.digest(secret)))?.isByProvider ?? false;
  }

  nameOf({ caller }: CurrentSession): Promise<string> {
    return this.admins.nameOf(caller.id);
  }

  async end(secret: string): Promise<void> {
    await this.transactions.write(() => this.store.endSession(this.secrets.digest(secret)));
  }

  async prune(): Promise<void> {
    await this.transactions.write(() => this.store.prune(this.clock.now()));
  }
}
