# A small SMSC on somebody else's codec, Net::SMPP (Debian libnet-smpp-perl): one session at a time. What it hears it
# prints as a line of JSON each; what it is to do it reads from standard input in the same form.
use strict;
use warnings;
use IO::Select;
use IO::Socket::INET;
use JSON::PP;
use Net::SMPP;

$| = 1;
# It complains whenever the other side hangs up.
local $SIG{__WARN__} = sub { warn @_ if $_[0] !~ /^premature eof/ };
my $json = JSON::PP->new->canonical;
my $password = 'secret';
my $listener = Net::SMPP->new_listen(
  '127.0.0.1', port => $ARGV[0], smpp_version => 0x34, interface_version => 0x34
) or die "cannot listen: $!";
my $inputs = IO::Select->new($listener, \*STDIN);
my $session;
my $taken = 0;
say_it(heard => 'listening');

sub say_it { print $json->encode({@_}), "\n" }

sub hex_of { unpack 'H*', $_[0] // '' }

sub hang_up {
  return if !$session;
  $inputs->remove($session);
  close $session;
  undef $session;
  $inputs->add($listener);
  say_it(heard => 'closed');
}

sub bind {
  my ($pdu, $kind) = @_;
  my $status = $pdu->{password} eq $password ? 0 : 0x0e;
  my $answer = "bind_${kind}_resp";
  $session->$answer(system_id => 'PERLSMSC', seq => $pdu->{seq}, status => $status);
  say_it(heard => "bind_$kind", system_id => $pdu->{system_id}, version => $pdu->{interface_version}, status => $status);
}

sub submit {
  my ($pdu) = @_;
  my $id = sprintf '%08X', ++$taken;
  say_it(
    heard => 'submit_sm', id => $id, source => $pdu->{source_addr}, destination => $pdu->{destination_addr},
    source_ton => $pdu->{source_addr_ton}, destination_ton => $pdu->{dest_addr_ton},
    coding => $pdu->{data_coding}, class => $pdu->{esm_class}, registered => $pdu->{registered_delivery},
    message => hex_of($pdu->{short_message}), payload => hex_of($pdu->{message_payload}),
    reference => hex_of($pdu->{user_message_reference}),
    sar => hex_of(join '', map { $pdu->{$_} // '' } qw(sar_msg_ref_num sar_total_segments sar_segment_seqnum)),
  );
  $session->submit_sm_resp(message_id => $id, seq => $pdu->{seq});
  return if !($pdu->{registered_delivery} & 1);
  # Decimal in the receipt, hexadecimal with zeros in the answer: as carriers do.
  my $text = sprintf 'id:%d sub:001 dlvrd:001 submit date:2611142250 done date:2611142251 stat:DELIVRD err:000 text:', $taken;
  $session->deliver_sm(
    async => 1, source_addr => $pdu->{destination_addr}, destination_addr => $pdu->{source_addr},
    source_addr_ton => 1, source_addr_npi => 1, dest_addr_ton => 1, dest_addr_npi => 1,
    esm_class => 4, short_message => $text,
  );
}

sub hear {
  # It takes the error of an earlier call that was interrupted for one of its own, and reads for ever.
  $! = 0;
  my $pdu = $session->read_pdu() or return hang_up();
  my $command = $pdu->{cmd};
  if ($command == Net::SMPP::CMD_bind_transceiver) { &bind($pdu, 'transceiver') }
  elsif ($command == Net::SMPP::CMD_bind_transmitter) { &bind($pdu, 'transmitter') }
  elsif ($command == Net::SMPP::CMD_bind_receiver) { &bind($pdu, 'receiver') }
  elsif ($command == Net::SMPP::CMD_submit_sm) { submit($pdu) }
  elsif ($command == Net::SMPP::CMD_enquire_link) {
    $session->enquire_link_resp(seq => $pdu->{seq});
    say_it(heard => 'enquire_link');
  }
  elsif ($command == Net::SMPP::CMD_unbind) {
    $session->unbind_resp(seq => $pdu->{seq});
    say_it(heard => 'unbind');
    hang_up();
  }
  else { say_it(heard => sprintf('%08x', $command), status => $pdu->{status}, seq => $pdu->{seq}) }
}

my $orders = '';

sub obey_all {
  sysread(STDIN, $orders, 65536, length $orders) or exit 0;
  obey($json->decode($1)) while $orders =~ s/^(.*)\n//;
}

sub obey {
  my ($order) = @_;
  if ($order->{do} eq 'deliver') {
    my $seq = $session->deliver_sm(
      async => 1, source_addr => $order->{source}, destination_addr => $order->{destination},
      source_addr_ton => 1, source_addr_npi => 1, dest_addr_ton => 1, dest_addr_npi => 1,
      esm_class => $order->{class} // 0, data_coding => $order->{coding} // 0,
      short_message => pack('H*', $order->{message}),
    );
    say_it(heard => 'delivered', seq => $seq);
  }
  elsif ($order->{do} eq 'enquire') { $session->enquire_link(async => 1) }
  elsif ($order->{do} eq 'unbind') { $session->unbind(async => 1) }
}

while (1) {
  for my $ready ($inputs->can_read) {
    if ($ready == $listener) {
      $session = $listener->accept;
      $inputs->add($session);
      # The next one waits until this one has gone.
      $inputs->remove($listener);
    }
    elsif ($session && $ready == $session) { hear() }
    else { obey_all() }
  }
}
