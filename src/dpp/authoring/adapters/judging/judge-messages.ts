import type { Question, JudgeAnswer } from '../../application/judging.js';
import type { TemplateDocument } from '../../../templates/domain/index.js';

/** What a judging process is told when it starts, as the argument behind its file. */
export interface JudgeStart {
  readonly publicBaseUrl: string;
  /** When it is this process's child no longer, it ends. */
  readonly parentPid: number;
  /** Processor time that a question may take, in milliseconds. */
  readonly answerMs: number;
}

/** With which a judging process ends itself where a question took longer: a timer of processor time ran out. */
export const TIME_IS_UP = 'SIGVTALRM';

/** One question; the template comes along only until the process knows it by its digest. */
export interface JudgeRequest {
  readonly id: number;
  readonly question: Question;
  readonly digest: string;
  readonly template?: TemplateDocument;
}

export type JudgeReply =
  | { readonly ready: true }
  | { readonly id: number; readonly verdict: JudgeAnswer }
  /** The template was forgotten: ask again with it. */
  | { readonly id: number; readonly forgotten: true }
  | { readonly id: number; readonly bug: string };
