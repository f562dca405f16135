import { Get, Post, SetMetadata } from '@nestjs/common';
import type { Decimal } from '../../../libs/kernel/index.js';
import { DecimalField, IntField, ObjectsField, StringField } from '../../../libs/records/index.js';
import { Anonymous, Bytes, Describes, NEED, Needs, NeedsCustomer } from '../../../libs/web/index.js';
import { answers, type Caller, needs, type StoreView } from '../../../libs/operations/index.js';
import {
  InStore,
  NamedStore,
  PathKey,
  PlainBody,
  Queried,
  RestController,
  SignedIn,
} from '../../../libs/rest/index.js';

class Credentials {
  @StringField({ about: 'Who', required: true, example: 'jane' })
  readonly username!: string;

  @StringField({ about: 'Password', required: true, example: 'secret' })
  readonly password!: string;
}

class Line {
  @StringField({ about: 'SKU', required: true, example: 'A1' })
  readonly sku!: string;

  @DecimalField({
    about: 'Quantity',
    precision: 12,
    scale: 4,
    min: '0.0001',
    max: '99999999.9999',
    default: '1',
    example: 5,
  })
  readonly qty!: Decimal;
}

class Basket {
  @ObjectsField(Line, { about: 'What is asked for', required: true, example: [{ sku: 'A1', qty: 5 }] })
  readonly items!: readonly Line[];
}

class Options {
  @IntField({ about: 'Store', nullable: true, example: 1 })
  readonly storeId!: number | null;
}

class Anything {}
const anything = answers.fields(Anything);

/** One handler for each kind of authorization, body and response. */
@RestController('samples')
export class SampleController {
  @Post('token')
  @Anonymous()
  @Describes({ summary: 'A token', answer: answers.string('abc') })
  token(@PlainBody(Credentials) { username }: Credentials): string {
    return `token of ${username}`;
  }

  @Post('me/quote')
  @NeedsCustomer()
  @Describes({ summary: 'A quote for the customer', answer: anything })
  mine(@PlainBody(Basket) { items }: Basket, @SignedIn() caller: Caller): object {
    return { customer_id: caller.id, items };
  }

  @Post('context/quote')
  @SetMetadata(NEED, needs.storefront)
  @Describes({ summary: 'A quote for whoever it is', answer: anything })
  theirs(@PlainBody(Basket) { items }: Basket, @SignedIn() caller: Caller | undefined): object {
    return { customer_id: caller?.id ?? null, count: items.length };
  }

  @Get('store')
  @Anonymous()
  @Describes({ summary: 'The store view of the request', answer: anything })
  store(@InStore() store: StoreView, @NamedStore() named: StoreView | undefined): object {
    return { ...store, named: named?.code ?? null };
  }

  @Get('things/:key')
  @Anonymous()
  @Describes({ summary: 'The key of the path', answer: anything })
  key(@PathKey('key') key: string, @Queried(Options) { storeId }: Options): object {
    return { key, store_id: storeId };
  }

  @Post('rotate')
  @Needs('_Samples::save')
  @Describes({ summary: 'Acts without fields', answer: answers.true })
  rotate(): boolean {
    return true;
  }

  @Get('nothing')
  @Anonymous()
  @Describes({ summary: 'Answers null', answer: anything })
  nothing(): null {
    return null;
  }

  @Get('broken')
  @Anonymous()
  @Describes({ summary: 'A bug', answer: anything })
  broken(): never {
    throw new Error('SELECT secret FROM table');
  }

  @Get('picture')
  @Anonymous()
  @Bytes()
  @Describes({ summary: 'Bytes', answer: answers.bytes('image/png') })
  picture(): string {
    return 'bytes';
  }
}
