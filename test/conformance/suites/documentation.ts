import { type Resource, snakeCase } from '../../../libs/records/index.js';
import { good, type World } from '../world.js';

/** The resource in the OpenAPI document: its operations, wrapper, schemas and rights (wire.md §7). */
export const describeDocumentation = (resource: Resource, world: () => World): void => {
  it('is told by the OpenAPI document', async () => {
    const { paths, components } = await good(world(), { path: '/rest/schema' });
    const base = `/V1/${resource.path}`;
    const operations = [
      [paths[base]?.post, resource.rights.save],
      [paths[`${base}/search`]?.get, resource.rights.read],
      [paths[`${base}/{id}`]?.get, resource.rights.read],
      [paths[`${base}/{id}`]?.put, resource.rights.save],
      [paths[`${base}/{id}`]?.delete, resource.rights.delete],
    ];
    for (const [operation, right] of operations) {
      expect(operation).toMatchObject({ 'x-acl-resource': world().aclVendor + right, security: [{ bearer: [] }] });
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '403', '500', '503']),
      );
    }
    for (const [operation] of [operations[0], operations[3]] as [(typeof operations)[0], (typeof operations)[0]]) {
      expect(operation.description).toContain(`\`${resource.wrapper}\``);
      const { schema: named, example } = operation.requestBody.content['application/json'];
      const schema = components.schemas[named.$ref.split('/').at(-1)];
      expect([schema.required, Object.keys(example)]).toEqual([[resource.wrapper], [resource.wrapper]]);
      if (snakeCase(resource.wrapper) !== resource.wrapper)
        expect(operation.description).toContain(snakeCase(resource.wrapper));
    }
    const key = expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false });
    for (const [operation] of operations) {
      const isRead = operation === operations[1]?.[0] || operation === operations[2]?.[0];
      expect(operation.parameters).toEqual(isRead ? expect.not.arrayContaining([key]) : expect.arrayContaining([key]));
      expect('409' in operation.responses).toBe(!isRead);
    }
    const name = resource.resource.charAt(0).toUpperCase() + resource.resource.slice(1);
    const answered = resource.fields.filter(({ access }) => access !== 'write').map((field) => field.name);
    expect(Object.keys(components.schemas[name].properties)).toEqual(answered);
    expect(components.schemas[name].required).toEqual(answered);
  });
};
