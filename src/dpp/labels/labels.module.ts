import { Module } from '@nestjs/common';
import { LabelsController } from './adapters/rest/labels.controller.js';
import { RunLabelsController } from './adapters/rest/run-labels.controller.js';
import { PrintLabels } from './application/print-labels.js';

/** Labels as PDF, and codes as files. */
@Module({ controllers: [LabelsController, RunLabelsController], providers: [PrintLabels] })
export class LabelsModule {}
