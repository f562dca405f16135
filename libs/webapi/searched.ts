import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { type Field, fieldsOf, namesOf, type Recorded, type Resource } from '../records/index.js';
import { type Asked, askedOf, readCriteria, type ReadingRules } from './criteria.js';
import { exchangeOf } from './exchange.js';
import type { WireSettings } from './settings.js';

export const SEARCHED = 'webapi:searched';

/** What a search may name, and whether it may do without criteria. */
export interface SearchSpec {
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  readonly mayBeAbsent: boolean;
}

const rulesOf = ({ pageSizeMax, searchBudget }: WireSettings): ReadingRules => ({
  largestPage: pageSizeMax,
  budget: searchBudget,
});

const searched = createParamDecorator((spec: SearchSpec, context: ExecutionContext): Asked => {
  const request = context.switchToHttp().getRequest<Request>();
  const { settings } = exchangeOf(request);
  const { mayBeAbsent, byName } = spec;
  return askedOf(byName, readCriteria(request.query, { ...rulesOf(settings), mayBeAbsent }));
});

const searching =
  (spec: SearchSpec): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw new Error('criteria belong to a method');
    Reflect.defineMetadata(SEARCHED, spec, (target as Readonly<Record<string | symbol, object>>)[key] as object);
    searched(spec)(target, key, index);
  };

/** The search criteria of the request, typed by the resource's fields (`Asked`); 400 without any (wire.md §4). */
export const Searched = <T extends Recorded>(
  { fields, byName }: Resource<T>,
  { mayBeAbsent = false }: { readonly mayBeAbsent?: boolean } = {},
): ParameterDecorator => searching({ fields, byName, mayBeAbsent });

/** Search criteria over objects that are no records: a class declares what may be named. */
export const SearchedFields = (
  of: new () => object,
  { mayBeAbsent = false }: { readonly mayBeAbsent?: boolean } = {},
): ParameterDecorator => {
  const fields = fieldsOf(of);
  return searching({ fields, byName: namesOf(fields), mayBeAbsent });
};

/** The same for criteria that came by another way than a query string: parts as `readCriteria` knows them. */
export const askedFor = (
  of: new () => object,
  criteria: Readonly<Record<string, unknown>>,
  settings: WireSettings,
): Asked => askedOf(namesOf(fieldsOf(of)), readCriteria({ search_criteria: criteria }, rulesOf(settings)));
