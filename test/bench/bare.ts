import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import 'reflect-metadata';
import {
  type CanActivate,
  Controller,
  type DynamicModule,
  type ExecutionContext,
  Get,
  HttpCode,
  Injectable,
  Module,
  Post,
  Req,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Request } from 'express';
import { decodeJson, readBytes } from '../../libs/web/http/body-reader.js';
import { Callers } from '../../libs/web/index.js';
import { appModule, ROOMS } from '../../src/app.module.js';
import { readSettings } from '../../src/config/config.js';

const BODY_MAX = 1024 * 1024;
const { BARE_ANSWER = '{}', BARE_ANSWERS } = process.env;
const ANSWER = JSON.parse(BARE_ANSWER) as object;
/** Response bodies by the last part of the path. */
const ANSWERS = JSON.parse(BARE_ANSWERS === undefined ? '{}' : readFileSync(BARE_ANSWERS, 'utf8')) as Readonly<
  Record<string, object>
>;

/** The same token check and body parser as in `libs/web`, and nothing else of it. */
@Injectable()
class BareGuard implements CanActivate {
  constructor(private readonly callers: Callers) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const caller = await this.callers.byToken(request.headers.authorization?.slice('Bearer '.length) ?? '');
    request.body = decodeJson(await readBytes(request, BODY_MAX));
    return caller !== undefined;
  }
}

@Controller()
class BareController {
  /** Returns a response as long as that of get-final-price. */
  @Post('echo')
  @HttpCode(200)
  @UseGuards(BareGuard)
  echo(@Req() request: Request): object {
    return request.body === undefined ? {} : ANSWER;
  }

  @Post('echo/:which')
  @HttpCode(200)
  @UseGuards(BareGuard)
  echoOf(@Req() request: Request): object {
    return ANSWERS[String(request.params['which'])] ?? {};
  }

  @Get('health/ready')
  ready(): object {
    return {};
  }
}

@Module({})
class BareModule {
  static with(callers: Callers): DynamicModule {
    return {
      module: BareModule,
      controllers: [BareController],
      providers: [BareGuard, { provide: Callers, useValue: callers }],
    };
  }
}

/**
 * The baseline of every server: unmodified Nest and Express with one POST route that reads its body, checks its token
 * and returns as many bytes. The difference to get-final-price is Kontor's own cost.
 */
const serve = async (): Promise<void> => {
  const settings = readSettings(process.env, ROOMS);
  const rooms = await NestFactory.createApplicationContext(appModule(settings), { logger: false });
  const app = await NestFactory.create(BareModule.with(rooms.get(Callers, { strict: false })), new ExpressAdapter(), {
    bodyParser: false,
    logger: false,
  });
  await app.listen(settings.PORT, settings.HOST);
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  // Logged in the format of a server, because the parent process reads the port from the log.
  process.stdout.write(`${JSON.stringify({ port })}\n`);
};

void serve();
