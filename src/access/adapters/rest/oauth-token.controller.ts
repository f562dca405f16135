import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { InputRefused, SignatureRefused } from '../../../../libs/kernel/index.js';
import { StreamsBody } from '../../../../libs/rest/index.js';
import {
  Anonymous,
  Bytes,
  forbidStoring,
  readBytes,
  sendDocument,
  signedRequestOf,
  WireSettings,
} from '../../../../libs/web/index.js';
import { Handshake, type TokenPair } from '../../application/handshake.js';
import type { SignedMessage } from '../../application/verify-signature.js';

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

const answer = (response: Response, status: number, fields: Readonly<Record<string, string>>): void => {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/x-www-form-urlencoded');
  if (status === 401) response.setHeader('WWW-Authenticate', 'OAuth');
  response.end(new URLSearchParams(fields).toString());
};

const SUCCESS =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Connected</title>' +
  '<p>The integration is connected. You can close this window.</p></html>';

/** The token routes of the handshake, in the format of OAuth 1.0a (access.md, "The handshake"). */
@Controller('/oauth')
export class OAuthTokenController {
  constructor(
    private readonly handshake: Handshake,
    private readonly settings: WireSettings,
  ) {}

  @Post('token/request')
  @Anonymous()
  @Bytes()
  request(@StreamsBody() _: Request, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.step(request, response, (message) => this.handshake.requestToken(message));
  }

  @Post('token/access')
  @Anonymous()
  @Bytes()
  access(@StreamsBody() _: Request, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.step(request, response, (message) => this.handshake.accessToken(message));
  }

  /** The page to which the administrator is redirected at the end. */
  @Get('success')
  @Anonymous()
  @Bytes()
  success(@Req() request: Request, @Res() response: Response): void {
    sendDocument(request, response, {
      body: SUCCESS,
      type: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
    });
  }

  private async step(
    request: Request,
    response: Response,
    take: (message: SignedMessage) => Promise<TokenPair>,
  ): Promise<void> {
    forbidStoring(response);
    const bytes = await readBytes(request, this.settings.tokenMaxBytes);
    const isForm = FORM.test(request.headers['content-type'] ?? '');
    const message = {
      ...signedRequestOf(request, request.headers.authorization ?? ''),
      ...(isForm ? { form: bytes.toString() } : {}),
    };
    try {
      const { token, secret } = await take(message);
      answer(response, 200, { oauth_token: token, oauth_token_secret: secret });
    } catch (error) {
      if (error instanceof SignatureRefused) answer(response, 401, { oauth_problem: error.message });
      else if (error instanceof InputRefused) answer(response, 400, { oauth_problem: error.message });
      else throw error;
    }
  }
}
