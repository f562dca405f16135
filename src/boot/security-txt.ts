import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../libs/kernel/index.js';
import { publicBaseUrlOf } from '../app.module.js';
import type { Settings } from '../config/settings.js';

const SECURITY_TXT_PATH = '/.well-known/security.txt';

const DAY_MS = 86_400_000;
/**
 * In days. RFC 9116 recommends less than a year, so that the contact is reviewed. A running server renews the date
 * every day.
 */
const VALID_DAYS = 180;
const CACHE_CONTROL = 'public, max-age=86400';

interface SecurityContact {
  readonly contacts: readonly string[];
  /** Public URL of the server. */
  readonly baseUrl: string;
}

/**
 * The security.txt file (RFC 9116): the contact for vulnerabilities and its expiry date (security.md, "Reporting a
 * weakness").
 */
const securityTxt = ({ contacts, baseUrl }: SecurityContact, now: Date): string => {
  const expires = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + VALID_DAYS * DAY_MS);
  const canonical = `${baseUrl.replace(/\/+$/, '')}${SECURITY_TXT_PATH}`;
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    // RFC 9116 requires https for web URLs.
    ...(canonical.startsWith('https:') ? [`Canonical: ${canonical}`] : []),
    '',
  ].join('\n');
};

/** Serves the file if there is a contact. Call it before `init` or `listen`. */
export const serveSecurityTxt = (app: INestApplication, settings: Settings): void => {
  const contacts = settings.SECURITY_CONTACT;
  if (contacts.length === 0) return;
  const clock = app.get(Clock);
  const contact = { contacts, baseUrl: publicBaseUrlOf(settings) };
  app.getHttpAdapter().get(SECURITY_TXT_PATH, (_request: Request, response: Response) => {
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.setHeader('Cache-Control', CACHE_CONTROL);
    response.end(securityTxt(contact, clock.now()));
  });
};
