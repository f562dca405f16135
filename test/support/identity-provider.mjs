// An OpenID Connect provider for tests, in its own process. The parent process sends the existing persons by user name.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [clientId, clientSecret, returnUrl, deskUrl] = process.argv.slice(2);
let persons = {};

const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [returnUrl],
      post_logout_redirect_uris: [deskUrl],
    },
  ],
  claims: {
    openid: ['sub'],
    profile: ['preferred_username', 'name', 'groups', 'realm_access'],
    email: ['email', 'email_verified'],
  },
  cookies: { keys: ['a key of the tests'] },
  findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...persons[sub] }) }),
});
provider.on('server_error', (_, error) => console.error(error));
server.on('request', provider.callback());
process.on('message', (sent) => {
  persons = sent;
  process.send('taken');
});
process.on('disconnect', () => process.exit(0));
process.send(issuer);
