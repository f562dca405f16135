import { type Figure, lineOf, summaryOf } from './verdict.js';

/** Prints results as they are measured, and a summary at the end. */
export class Report {
  private readonly figures: Figure[] = [];

  private part = '';

  /** Starts a section for the following results. */
  heading(text: string): void {
    this.part = text;
    this.say(`\n${text}`);
  }

  say(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  add(figure: Figure): void {
    this.figures.push({ part: this.part, ...figure });
    this.say(lineOf(figure));
  }

  /** Prints how many targets are met, and which ones are missed. */
  close(): void {
    this.say(`\n${summaryOf(this.figures)}`);
  }
}
