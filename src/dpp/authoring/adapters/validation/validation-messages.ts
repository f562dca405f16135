import type { Question, ValidationAnswer } from '../../application/answer-question.js';
import type { TemplateDocument } from '../../../templates/domain/index.js';

/** Start-up values of a validation process, passed as an argument. */
export interface ValidationStart {
  readonly publicBaseUrl: string;
  /** The process ends when this is no longer its parent. */
  readonly parentPid: number;
  /** Processor time limit of a question, in milliseconds. */
  readonly answerMs: number;
}

/** Signal with which a validation process ends itself when a question exceeds its processor time. */
export const TIME_IS_UP = 'SIGVTALRM';

/** A question. The template is sent only until the process knows its digest. */
export interface ValidationRequest {
  readonly id: number;
  readonly question: Question;
  readonly digest: string;
  readonly template?: TemplateDocument;
}

export type ValidationReply =
  | { readonly ready: true }
  | { readonly id: number; readonly verdict: ValidationAnswer }
  /** The process has evicted the template. Send the question again with the template. */
  | { readonly id: number; readonly forgotten: true }
  | { readonly id: number; readonly bug: string };
