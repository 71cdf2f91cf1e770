// The three stations: node stations.mjs
import http from 'node:http';

let asked = 0;
const stations = {
  // Down at the first request.
  '/north': () => (asked++ === 0 ? [503, {}] : [200, { temperature: 3.5 }]),
  '/south': () => [200, { temperature: 8 }],
  '/lake': () => [500, {}],
};
http
  .createServer((request, response) => {
    const [status, body] = stations[request.url]?.() ?? [404, {}];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  })
  .listen(8731, '127.0.0.1');
