import { fieldsOf, namesOf } from '../records/index.js';
import { requestContextOf, type WireSettings } from '../web/index.js';
import type { SearchRequest, SearchSpec } from '../operations/index.js';
import { criteriaOf, criteriaValue, readCriteria, rulesOf } from '../calls/index.js';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

export const SEARCHED = 'webapi:searched';

const searched = createParamDecorator((spec: SearchSpec, context: ExecutionContext): SearchRequest => {
  const request = context.switchToHttp().getRequest<Request>();
  return criteriaValue(request, requestContextOf(request), spec);
});

const searching =
  (spec: SearchSpec): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw new Error('criteria belong to a method');
    Reflect.defineMetadata(SEARCHED, spec, (target as Readonly<Record<string | symbol, object>>)[key] as object);
    searched(spec)(target, key, index);
  };

/** Injects search criteria on objects that are not records; a class declares their fields. */
export const SearchedFields = (
  of: new () => object,
  { mayBeAbsent = false }: { readonly mayBeAbsent?: boolean },
): ParameterDecorator => {
  const fields = fieldsOf(of);
  return searching({ fields, byName: namesOf(fields), mayBeAbsent });
};

/** Search criteria that were not sent in a query string, in the form that `readCriteria` reads. */
export const askedFor = (
  of: new () => object,
  criteria: Readonly<Record<string, unknown>>,
  settings: WireSettings,
): SearchRequest => criteriaOf(namesOf(fieldsOf(of)), readCriteria({ search_criteria: criteria }, rulesOf(settings)));
