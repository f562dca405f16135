import { answers, needs, operation } from '../../../libs/operations/index.js';
import { type GaugeValue, Unavailable } from '../../../libs/kernel/index.js';
import {
  fieldsOf,
  InstantField,
  IntField,
  JsonField,
  ObjectsField,
  StringField,
  toWire,
} from '../../../libs/records/index.js';

/** State that this process reports about itself. */
interface ProcessState {
  /** Host name and process ID. */
  readonly process: string;
  readonly startedAt: Date;
  readonly memoryBytes: number;
  readonly gauges: readonly GaugeValue[];
}

/** The state of this process; known once the server has started. */
export class ServerState {
  private state: (() => Promise<ProcessState>) | undefined;

  readBy(state: () => Promise<ProcessState>): void {
    this.state = state;
  }

  /** Throws `Unavailable` before the server has started. */
  read(): Promise<ProcessState> {
    if (!this.state) throw new Unavailable(1);
    return this.state();
  }
}

class DeskGauge {
  @StringField({ about: 'Name of the metric', example: 'kontor_memory_versions_behind' })
  readonly name!: string;

  @StringField({
    about: 'Description of the metric',
    example: 'Number of change log versions that the cache has not read yet',
  })
  readonly description!: string;

  @JsonField({ about: 'Label values by label name; empty if there are none', example: {} })
  readonly labels!: Readonly<Record<string, string>>;

  @JsonField({ about: 'Current value of the metric', example: 0 })
  readonly value!: number;
}

class DeskServerState {
  @StringField({ about: 'Process that handled the request, as host and process ID', example: 'kontor-0:1' })
  readonly process!: string;

  @InstantField({ about: 'Start time of the process (UTC)' })
  readonly startedAt!: Date;

  @IntField({ about: 'Memory use of the process in bytes', example: 201_326_592 })
  readonly memoryBytes!: number;

  @ObjectsField(DeskGauge, { about: 'Gauges of the process, as served on METRICS_PORT' })
  readonly gauges!: readonly DeskGauge[];
}

/** Operation for the screen Health: the state of the process that handles the request. */
export const serverStateOperation = operation({
  service: 'deskServerStateV1',
  name: 'getServerState',
  summary: 'Get the memory, cache and queue metrics of this server',
  about: 'Covers only the process that handles the request. METRICS_PORT serves the same metrics for monitoring.',
  tag: 'Desk',
  right: needs.admin,
  effect: 'reads',
  rest: { verb: 'GET', path: 'desk/server' },
  input: {},
  output: answers.fields(DeskServerState),
  by: ServerState,
  run: async (state) => toWire(fieldsOf(DeskServerState), await state.read()),
});
