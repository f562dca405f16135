import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type * as drawing from '../../../../../libs/codes/index.js';
import type { CodeModules, ElementString, PictureSize, QrForm } from '../../../../../libs/codes/index.js';
import { InputRefused } from '../../../../../libs/kernel/index.js';
import { PICTURE_FAULTS } from '../../../passport/index.js';

type Codes = typeof drawing;

/** The packages that draw and read codes take megabytes: they are loaded with the first code. */
const codes = (): Promise<Codes> => import('../../../../../libs/codes/index.js');

const KEPT = 500;

/** What a picture is to measure in print. */
interface Print {
  readonly moduleMm: number;
  readonly dpi: number;
}

const sizeOf = ({ pictureFault, pictureSize }: Codes, code: CodeModules, print: Print): PictureSize => {
  const size = pictureSize(print.moduleMm, print.dpi);
  const fault = pictureFault(code, size);
  if (fault) throw new InputRefused(PICTURE_FAULTS[fault]);
  return size;
};

/** Where nobody says how large, pictures of a Data Matrix are as those of QR codes. */
const AS_EVER: PictureSize = { pixelsOfModule: 8, pixelsPerMetre: 16_000 };

/** Codes that were drawn, those asked for lately kept: a code depends on what was asked alone. Each form is drawn when it is asked for. */
@Injectable()
export class QrCodes {
  private readonly svgs = new LRUCache<string, string>({ max: KEPT });
  private readonly pngs = new LRUCache<string, Buffer>({ max: KEPT });

  svg(text: string, form: QrForm = {}, moduleMm?: number): Promise<string> {
    return kept(this.svgs, [text, form, moduleMm], async () => (await codes()).drawSvg(text, form, moduleMm));
  }

  png(text: string, form: QrForm = {}, print?: Print): Promise<Buffer> {
    return kept(this.pngs, [text, form, print], async () => {
      const library = await codes();
      return print
        ? library.drawPng(text, form, sizeOf(library, library.readableModules(text, form), print))
        : library.drawPng(text, form);
    });
  }

  dataMatrixSvg(says: string | ElementString, quiet: number, moduleMm?: number): Promise<string> {
    return kept(this.svgs, ['matrix', says, quiet, moduleMm], async () => {
      const { dataMatrix, svgOf } = await codes();
      return svgOf(await dataMatrix(says, quiet), moduleMm);
    });
  }

  dataMatrixPng(says: string | ElementString, quiet: number, print?: Print): Promise<Buffer> {
    return kept(this.pngs, ['matrix', says, quiet, print], async () => {
      const library = await codes();
      const code = await library.dataMatrix(says, quiet);
      return library.pngOf(code, print ? sizeOf(library, code, print) : AS_EVER);
    });
  }
}

const kept = async <T extends string | Buffer>(
  drawn: LRUCache<string, T>,
  asked: readonly unknown[],
  draw: () => Promise<T>,
): Promise<T> => {
  const name = JSON.stringify(asked);
  const known = drawn.get(name) ?? (await draw());
  drawn.set(name, known);
  return known;
};
