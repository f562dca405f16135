import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * The minimum cost of an HTTP response: Node's own server reads the body and sends prepared bytes. The path selects
 * them: `/500` returns those of the response to 500 SKUs.
 */
const answers = new Map(
  Object.entries(JSON.parse(readFileSync(process.env['BARE_ANSWERS'] ?? '', 'utf8')) as Record<string, object>).map(
    ([size, answer]) => [`/${size}`, Buffer.from(JSON.stringify(answer))],
  ),
);

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const answer = answers.get(request.url ?? '') ?? '{}';
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': answer.length });
    response.end(answer);
  });
});
server.listen(Number(process.env['PORT']), process.env['HOST'], () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
process.once('SIGTERM', () => process.exit());
