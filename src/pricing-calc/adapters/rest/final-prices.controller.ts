import { Post } from '@nestjs/common';
import {
  type Caller,
  Describes,
  Heavy,
  InStore,
  NamedStore,
  Needs,
  NeedsCustomer,
  OnlyReads,
  PlainBody,
  RestController,
  SignedIn,
  StorefrontContext,
  type StoreView,
} from '../../../../libs/webapi/index.js';
import { type At, QuotePrices } from '../../application/quote-prices.js';
import type { LineQuestion } from '../../domain/line-answers.js';
import { QuoteLimits } from '../../application/quote-limits.js';
import type { BuyerQuestion } from '../../domain/buyer-question.js';
import { finalPriceSpec, multiPriceSpec } from './answer-schema.js';
import { askedLines } from './asked-lines.js';
import { asksMuch, asOf, byIntegration, CALCULATE, TAG } from './calculated.js';
import {
  ContextFinalPriceQuestion,
  ContextMultiPriceQuestion,
  FinalPriceQuestion,
  MultiPriceQuestion,
  MyFinalPriceQuestion,
  MyMultiPriceQuestion,
  questionLimit,
  REFUSED_ON_CONTEXT,
  REFUSED_ON_ME,
} from './questions.js';
import { finalPriceAnswer, multiPriceAnswer } from './quote-answer.js';

interface Asked {
  readonly minVersion: number | null;
}

const now = ({ minVersion }: Asked, caller: Caller | undefined): At => ({
  date: null,
  explain: false,
  minVersion,
  proved: caller?.asOf,
});

const NOBODY_NAMED = { customerId: null, customerGroupId: null, storeId: null, websiteId: null } as const;

const byCustomer = (caller: Caller, currency: string | null, path: StoreView | undefined): BuyerQuestion => ({
  ...NOBODY_NAMED,
  asker: 'customer',
  customerId: caller.id,
  currency,
  path,
});

const onStorefront = (caller: Caller | undefined, path: StoreView): BuyerQuestion => ({
  ...NOBODY_NAMED,
  asker: 'storefront',
  customerId: caller?.id ?? null,
  currency: null,
  path,
});

/** The calculated prices, in three contexts (pricing.md §4). */
@RestController('pricing')
export class FinalPricesController {
  constructor(
    private readonly prices: QuotePrices,
    private readonly limits: QuoteLimits,
  ) {}

  @Post('get-final-price')
  @Needs(CALCULATE)
  @OnlyReads()
  @Describes({
    summary: 'Calculate the final price of one SKU for any buyer',
    answer: finalPriceSpec('merchant'),
    errors: [404, 409],
    tag: TAG,
  })
  async finalPrice(
    @PlainBody(FinalPriceQuestion, { limit: questionLimit }) asked: FinalPriceQuestion,
    @SignedIn() caller: Caller,
    @NamedStore() path: StoreView | undefined,
  ): Promise<object> {
    return finalPriceAnswer(
      await this.prices.run(byIntegration(asked, path), [asked], { ...asOf(asked), proved: caller.asOf }),
      'merchant',
    );
  }

  @Post('get-multi-price')
  @Needs(CALCULATE)
  @OnlyReads()
  @Heavy(asksMuch)
  @Describes({
    summary: 'Calculate the final prices of several SKUs for any buyer',
    answer: multiPriceSpec('merchant'),
    errors: [404, 409],
    tag: TAG,
  })
  async multiPrice(
    @PlainBody(MultiPriceQuestion, { limit: questionLimit }) asked: MultiPriceQuestion,
    @SignedIn() caller: Caller,
    @NamedStore() path: StoreView | undefined,
  ): Promise<object> {
    const lines = this.linesOf(asked);
    return multiPriceAnswer(
      await this.prices.run(byIntegration(asked, path), lines, { ...asOf(asked), proved: caller.asOf }),
      'merchant',
    );
  }

  @Post('me/get-final-price')
  @NeedsCustomer()
  @OnlyReads()
  @Describes({
    summary: 'Calculate the final price of one SKU for the signed-in customer',
    answer: finalPriceSpec('buyer'),
    errors: [404, 409],
    tag: TAG,
  })
  async myFinalPrice(
    @PlainBody(MyFinalPriceQuestion, { refused: REFUSED_ON_ME, limit: questionLimit }) asked: MyFinalPriceQuestion,
    @SignedIn() caller: Caller,
    @NamedStore() path: StoreView | undefined,
  ): Promise<object> {
    const quote = await this.prices.run(byCustomer(caller, asked.currency, path), [asked], now(asked, caller));
    return finalPriceAnswer(quote, 'buyer');
  }

  @Post('me/get-multi-price')
  @NeedsCustomer()
  @OnlyReads()
  @Describes({
    summary: 'Calculate the final prices of several SKUs for the signed-in customer',
    answer: multiPriceSpec('buyer'),
    errors: [404, 409],
    tag: TAG,
  })
  async myMultiPrice(
    @PlainBody(MyMultiPriceQuestion, { refused: REFUSED_ON_ME, limit: questionLimit }) asked: MyMultiPriceQuestion,
    @SignedIn() caller: Caller,
    @NamedStore() path: StoreView | undefined,
  ): Promise<object> {
    const lines = this.linesOf(asked);
    return multiPriceAnswer(
      await this.prices.run(byCustomer(caller, asked.currency, path), lines, now(asked, caller)),
      'buyer',
    );
  }

  @Post('context/get-final-price')
  @StorefrontContext()
  @OnlyReads()
  @Describes({
    summary: 'Calculate the final price of one SKU for the signed-in customer, or for nobody',
    answer: finalPriceSpec('buyer'),
    errors: [404, 409],
    tag: TAG,
  })
  async contextFinalPrice(
    @PlainBody(ContextFinalPriceQuestion, { refused: REFUSED_ON_CONTEXT, limit: questionLimit })
    asked: ContextFinalPriceQuestion,
    @SignedIn() caller: Caller | undefined,
    @InStore() path: StoreView,
  ): Promise<object> {
    return finalPriceAnswer(await this.prices.run(onStorefront(caller, path), [asked], now(asked, caller)), 'buyer');
  }

  @Post('context/get-multi-price')
  @StorefrontContext()
  @OnlyReads()
  @Describes({
    summary: 'Calculate the final prices of several SKUs for the signed-in customer, or for nobody',
    answer: multiPriceSpec('buyer'),
    errors: [404, 409],
    tag: TAG,
  })
  async contextMultiPrice(
    @PlainBody(ContextMultiPriceQuestion, { refused: REFUSED_ON_CONTEXT, limit: questionLimit })
    asked: ContextMultiPriceQuestion,
    @SignedIn() caller: Caller | undefined,
    @InStore() path: StoreView,
  ): Promise<object> {
    const lines = this.linesOf(asked);
    return multiPriceAnswer(await this.prices.run(onStorefront(caller, path), lines, now(asked, caller)), 'buyer');
  }

  private linesOf(asked: ContextMultiPriceQuestion): readonly LineQuestion[] {
    return askedLines(asked, this.limits.maxItems);
  }
}
