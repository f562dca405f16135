export type { CodeModules } from './code-modules.js';
export { dataMatrix, type ElementString } from './data-matrix.js';
export { pngOf } from './png.js';
export { pictureFault, type PictureSize, pictureSize } from './print-size.js';
export { drawPng, drawSvg, type QrForm, type QrLevel, readableModules, saidBySvg } from './qr-code.js';
export { svgOf } from './svg.js';
