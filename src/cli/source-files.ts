import { existsSync, readFileSync } from 'node:fs';
import { type Debugger, type InspectorNotification, type Runtime, Session } from 'node:inspector';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandRefused } from './context.js';

/** The parts of `[[FunctionLocation]]`, V8's record of where a function or class was declared. */
interface Location {
  readonly scriptId: string;
  readonly lineNumber: number;
  readonly columnNumber?: number;
}

/** Global variable for a declared value, because the debugger can only find values by an expression. */
const HOLDER = 'kontorDeclared';

const rootOf = (folder: string): string => {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return rootOf(dirname(folder));
};

/** Finds the source files of functions and classes, also in the bundled build. */
export class SourceFiles {
  private readonly session = new Session();
  private readonly scripts = new Map<string, string>();
  private readonly maps = new Map<string, SourceMap>();
  private readonly root = rootOf(__dirname);

  constructor() {
    this.session.connect();
    this.session.on(
      'Debugger.scriptParsed',
      ({ params }: InspectorNotification<Debugger.ScriptParsedEventDataType>) =>
        void this.scripts.set(params.scriptId, params.url),
    );
    this.session.post('Debugger.enable');
  }

  close(): void {
    this.session.disconnect();
  }

  /** Path of the declaring file, relative to the repository's root. */
  pathOf(declared: object): string {
    const location = this.locationOf(declared);
    const url = location && this.scripts.get(location.scriptId);
    if (!location || url === undefined) throw new Error('no source declares this value');
    const file = url.startsWith('file:') ? fileURLToPath(url) : url;
    const source = file.endsWith('.ts') ? file : this.sourceOf(file, location);
    return relative(this.root, source).replaceAll('\\', '/');
  }

  private sourceOf(file: string, { lineNumber, columnNumber = 0 }: Location): string {
    const entry = this.mapOf(file).findEntry(lineNumber, columnNumber);
    if (!('originalSource' in entry)) throw new Error(`${file}:${lineNumber} has no source`);
    return resolve(dirname(file), entry.originalSource);
  }

  private mapOf(file: string): SourceMap {
    const known = this.maps.get(file);
    if (known) return known;
    if (!existsSync(`${file}.map`))
      throw new CommandRefused(
        'This build has no source maps. Run the command in a checkout of the repository instead.',
      );
    const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
    this.maps.set(file, map);
    return map;
  }

  private locationOf(declared: object): Location | undefined {
    const holder = globalThis as { [HOLDER]?: object };
    holder[HOLDER] = declared;
    let found: Location | undefined;
    // Calls to the debugger of the own process return synchronously.
    this.session.post('Runtime.evaluate', { expression: `globalThis.${HOLDER}` }, (_error, { result }) => {
      const about = { objectId: result.objectId ?? '', ownProperties: true };
      this.session.post('Runtime.getProperties', about, (_failed, properties: Runtime.GetPropertiesReturnType) => {
        const own = properties.internalProperties?.find(({ name }) => name === '[[FunctionLocation]]');
        found = own?.value?.value as Location | undefined;
      });
    });
    delete holder[HOLDER];
    return found;
  }
}
