import { adminScopes, integrationScopes, roleScopes } from './accounts.js';

const admin = { id: 7, username: 'ada', roleId: 1, isActive: 1 };
const role = { id: 3, name: 'Clerks', resources: ['_A::save'] };
const integration = { ...role, isActive: 1 };

describe('account changes', () => {
  it.each([
    ['a new administrator', adminScopes(undefined, admin), 7],
    ['a deleted administrator', adminScopes(admin, undefined), 7],
    ['an administrator with another role', adminScopes(admin, { ...admin, roleId: 2 }), 7],
    ['a deactivated administrator', adminScopes(admin, { ...admin, isActive: 0 }), 7],
    ['a role with other rights', roleScopes(role, { ...role, resources: [] }), null],
    ['an integration with other rights', integrationScopes(integration, { ...integration, resources: [] }), 3],
    ['a deactivated integration', integrationScopes(integration, { ...integration, isActive: 0 }), 3],
    ['a deleted integration', integrationScopes(integration, undefined), 3],
  ])('are written to the change log for %s', (_, changes, id) => {
    expect(changes).toEqual([{ scope: 'account', id, productId: null }]);
  });

  it('are not written to the change log when only a name changes', () => {
    const named = { name: 'Others', username: 'eve' };
    expect(adminScopes(admin, { ...admin, ...named })).toEqual([]);
    expect(roleScopes(role, { ...role, ...named })).toEqual([]);
    expect(integrationScopes(integration, { ...integration, ...named })).toEqual([]);
  });
});
