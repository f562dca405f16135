export { type CodeModules, pictureFault, type PictureSize, pictureSize } from './code-modules.js';
export { dataMatrix, type ElementString } from './data-matrix.js';
export { pngOf } from './png.js';
export { drawPng, drawSvg, type QrForm, readableModules, decodeSvg } from './qr-code.js';
export { svgOf } from './svg.js';
