import { Delete, Get, Inject, type InjectionToken, Post, Put, type Type } from '@nestjs/common';
import { ChangeLog } from '../kernel/index.js';
import { type Recorded, type Resource, type ResourceService, toWire } from '../records/index.js';
import { type Answer, searchAnswer, written } from './answers.js';
import type { Caller } from './callers.js';
import type { Asked } from './criteria.js';
import { answers, Describes } from './describe.js';
import { Needs } from './needs.js';
import { PathId, RecordBody, SignedIn } from './params.js';
import { RestController } from './rest-controller.js';
import { Searched } from './searched.js';
import type { JsonObject } from './wrapper.js';

/** Where the service of a resource is found: `@Inject(serviceOf(customerPrice))`. */
export const serviceOf = <T extends Recorded>({ resource }: Resource<T>): string => `service:${resource}`;

const RESOURCE = 'webapi:resource';

/** The resource whose routes a controller gives; undefined for one written by hand. */
export const resourceOf = (controller: object): Resource | undefined =>
  Reflect.getMetadata(RESOURCE, controller) as Resource | undefined;

export const declareResource = <T extends Recorded>(controller: object, resource: Resource<T>): void =>
  Reflect.defineMetadata(RESOURCE, resource, controller);

/**
 * The five verbs of a declared resource over its service (architecture.md, "One declaration, many derivations"). A
 * service that must know who asks is turned by `forCaller` into what serves this caller. A resource with another wish
 * writes its own controller over the same parts.
 */
export const recordController = <T extends Recorded, S = ResourceService<T>>(
  resource: Resource<T>,
  service: InjectionToken<S> = serviceOf(resource),
  forCaller: (service: S, caller: Caller) => ResourceService<T> = (records) => records as unknown as ResourceService<T>,
): Type => {
  const toItem = (record: T) => toWire(resource.fields, record);
  const { one, many } = resource.title;

  @RestController(resource.path)
  class RecordController {
    constructor(
      @Inject(service) private readonly service: S,
      @Inject(ChangeLog) private readonly changes: ChangeLog,
    ) {}

    @Get('search')
    @Needs(resource.rights.read)
    @Describes({ summary: `Search ${many}`, answer: answers.search(resource) })
    async search(@SignedIn() caller: Caller, @Searched(resource) asked: Asked): Promise<object> {
      return searchAnswer(await this.records(caller).search(asked.criteria), asked, toItem);
    }

    @Get(':id')
    @Needs(resource.rights.read)
    @Describes({ summary: `Read one ${one}`, answer: answers.record(resource) })
    async get(@SignedIn() caller: Caller, @PathId('id') id: number): Promise<object> {
      return toItem(await this.records(caller).get(id));
    }

    @Post()
    @Needs(resource.rights.save)
    @Describes({ summary: `Create a ${one}`, answer: answers.record(resource) })
    create(@SignedIn() caller: Caller, @RecordBody(resource) input: JsonObject): Promise<Answer> {
      return written(this.changes, () => this.records(caller).create(input), toItem);
    }

    @Put(':id')
    @Needs(resource.rights.save)
    @Describes({ summary: `Change a ${one}; fields left out stay`, answer: answers.record(resource) })
    update(
      @SignedIn() caller: Caller,
      @PathId('id') id: number,
      @RecordBody(resource) input: JsonObject,
    ): Promise<Answer> {
      return written(this.changes, () => this.records(caller).update(id, input), toItem);
    }

    @Delete(':id')
    @Needs(resource.rights.delete)
    @Describes({ summary: `Delete a ${one}`, answer: answers.true })
    remove(@SignedIn() caller: Caller, @PathId('id') id: number): Promise<Answer> {
      return written(
        this.changes,
        () => this.records(caller).remove(id),
        () => true,
      );
    }

    private records(caller: Caller): ResourceService<T> {
      return forCaller(this.service, caller);
    }
  }

  declareResource(RecordController, resource);
  Object.defineProperty(RecordController, 'name', { value: `${resource.service}Controller` });
  return RecordController;
};
