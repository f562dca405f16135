import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type * as drawing from '../../../../../libs/codes/index.js';
import type { CodeModules, ElementString, PictureSize, QrForm } from '../../../../../libs/codes/index.js';
import { InputRefused } from '../../../../../libs/kernel/index.js';
import { PICTURE_FAULTS } from '../../../passport/index.js';

type Codes = typeof drawing;

/** Loaded on first use, because the code packages take megabytes. */
const codes = (): Promise<Codes> => import('../../../../../libs/codes/index.js');

const KEPT = 500;

/** Printed size of an image. */
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

/** Default size of Data Matrix images, same as for QR codes. */
const AS_EVER: PictureSize = { pixelsOfModule: 8, pixelsPerMetre: 16_000 };

/** Draws codes on request and caches recent ones; a code depends only on its parameters. */
@Injectable()
export class QrCodes {
  private readonly svgs = new LRUCache<string, string>({ max: KEPT });
  private readonly pngs = new LRUCache<string, Buffer>({ max: KEPT });

  svg(text: string, form: QrForm = {}, moduleMm?: number): Promise<string> {
    return kept(this.svgs, [text, form, moduleMm], async () => (await codes()).drawSvg(text, form, moduleMm));
  }

  png(text: string, form: QrForm, print?: Print): Promise<Buffer> {
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
