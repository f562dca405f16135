import { type Figure, lineOf, summaryOf } from './verdict.js';

/** Prints what is measured as it comes, and sums up at the end. */
export class Report {
  private readonly figures: Figure[] = [];

  private part = '';

  /** What follows belongs to it. */
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

  /** Says how many targets are met, and which are missed. */
  close(): void {
    this.say(`\n${summaryOf(this.figures)}`);
  }
}
