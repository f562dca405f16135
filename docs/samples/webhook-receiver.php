<?php
// Receives webhooks of Kontor. Run it with: SECRET=whsec_… php -S 127.0.0.1:8080 webhook-receiver.php

const TOLERANCE_S = 300;

function isValid(string $key, string $id, string $timestamp, string $body, string $signatures): bool
{
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_S) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // After a rotation, there are two signatures.
    foreach (explode(' ', $signatures) as $sent) {
        if (hash_equals($expected, $sent)) {
            return true;
        }
    }
    return false;
}

$key = base64_decode(preg_replace('/^whsec_/', '', (string) getenv('SECRET')));
$body = (string) file_get_contents('php://input');
$of = fn (string $name): string => $_SERVER['HTTP_WEBHOOK_' . $name] ?? '';

if (!isValid($key, $of('ID'), $of('TIMESTAMP'), $body, $of('SIGNATURE'))) {
    http_response_code(401);
    exit;
}
// A repeated event has the same ID: store it in the transaction that handles the event, and skip IDs that are there.
$event = json_decode($body, true);
error_log($event['type'] . ' ' . json_encode($event['data']));
http_response_code(204);
