-- One request after another from a file, which has the beginnings (h) and, for each, to which beginning it belongs and
-- how it ends (m). Every second has an Idempotency-Key of its own, unless the name of the run is "none".
-- wrk -s send.lua … -- REQUESTS-FILE NAME-OF-THE-RUN FIRST SECONDS
local ffi = require('ffi')
ffi.cdef('typedef struct { long seconds, nanoseconds; } moment; int clock_gettime(int clock, moment *now);')
local now = ffi.new('moment')
local function seconds()
  ffi.C.clock_gettime(1, now)
  return tonumber(now.seconds) + tonumber(now.nanoseconds) / 1e9
end

local heads, tails, places = {}, {}, {}
local run, at, sent, limit, deadline = '', 0, 0, 0, nil

function init(args)
  run, at, limit = args[2], tonumber(args[3]), tonumber(args[4])
  for line in io.lines(args[1]) do
    local kind, rest = line:sub(1, 1), line:sub(3)
    if kind == 'h' then
      heads[#heads + 1] = rest:gsub('\\n', '\r\n')
    else
      local place, tail = rest:match('^(%d+) (.*)$')
      places[#places + 1] = tonumber(place) + 1
      tails[#tails + 1] = tail:gsub('\\n', '\r\n')
    end
  end
end

function request()
  deadline = deadline or seconds() + limit
  -- wrk hangs up without waiting for the answers that are due. A request that is never complete has none.
  if seconds() > deadline then return 'GET / HTTP/1.1\r\n' end
  at = at % #tails + 1
  sent = sent + 1
  if sent % 2 == 0 or run == 'none' then return heads[places[at]] .. tails[at] end
  return heads[places[at]] .. 'Idempotency-Key: ' .. run .. '-' .. sent .. '\r\n' .. tails[at]
end

-- Microseconds. To the standard error: the standard output has wrk's own report.
function done(summary, latency)
  local errors = summary.errors
  io.stderr:write(string.format(
    '{"answers":%d,"p50Ms":%.3f,"p99Ms":%.3f,"maxMs":%.3f,"refused":%d,"broken":%d,"timeouts":%d}\n',
    summary.requests, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    latency.max / 1e3, errors.status, errors.connect + errors.read + errors.write, errors.timeout
  ))
end
