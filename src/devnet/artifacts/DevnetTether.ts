// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const devnetTetherAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "current",
        "type": "uint256"
      }
    ],
    "name": "AllowanceNotReset",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "allowed",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "InsufficientAllowance",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "balance",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "InsufficientBalance",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "NotOwner",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "Approval",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "Transfer",
    "type": "event"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      }
    ],
    "name": "allowance",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "approve",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "balanceOf",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "decimals",
    "outputs": [
      {
        "internalType": "uint8",
        "name": "",
        "type": "uint8"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "mint",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "name",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "owner",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "symbol",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "totalSupply",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "transfer",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "transferFrom",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

export const devnetTetherBytecode =
  '0x60a0604052336080523480156012575f5ffd5b5060805161083d6100325f395f81816101a90152610473015261083d5ff3fe608060405234801561000f575f5ffd5b50600436106100c4575f3560e01c806340c10f191161007d57806395d89b411161005857806395d89b41146101f0578063a9059cbb1461022c578063dd62ed3e1461023f575f5ffd5b806340c10f191461017257806370a08231146101855780638da5cb5b146101a4575f5ffd5b806318160ddd116100ad57806318160ddd1461012f57806323b872dd14610145578063313ce56714610158575f5ffd5b806306fdde03146100c8578063095ea7b31461011a575b5f5ffd5b6101046040518060400160405280600a81526020017f546574686572205553440000000000000000000000000000000000000000000081525081565b60405161011191906106b6565b60405180910390f35b61012d610128366004610731565b610269565b005b6101375f5481565b604051908152602001610111565b61012d610153366004610759565b61036e565b610160600681565b60405160ff9091168152602001610111565b61012d610180366004610731565b61045b565b610137610193366004610793565b60016020525f908152604090205481565b6101cb7f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff9091168152602001610111565b6101046040518060400160405280600481526020017f555344540000000000000000000000000000000000000000000000000000000081525081565b61012d61023a366004610731565b61056b565b61013761024d3660046107b3565b600260209081525f928352604080842090915290825290205481565b335f90815260026020908152604080832073ffffffffffffffffffffffffffffffffffffffff8616845290915290205481158015906102a757508015155b15610302576040517f4b6c79a000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018290526044015b60405180910390fd5b335f81815260026020908152604080832073ffffffffffffffffffffffffffffffffffffffff881680855290835292819020869055518581529192917f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925910160405180910390a3505050565b73ffffffffffffffffffffffffffffffffffffffff83165f908152600260209081526040808320338452909152902054818110156103e8576040517f192b9e4e00000000000000000000000000000000000000000000000000000000815233600482015260248101829052604481018390526064016102f9565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff811461044a576104198282610811565b73ffffffffffffffffffffffffffffffffffffffff85165f9081526002602090815260408083203384529091529020555b61045584848461057a565b50505050565b3373ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016146104cc576040517f245aecd30000000000000000000000000000000000000000000000000000000081523360048201526024016102f9565b805f5f8282546104dc919061082a565b909155505073ffffffffffffffffffffffffffffffffffffffff82165f908152600160205260408120805483929061051590849061082a565b909155505060405181815273ffffffffffffffffffffffffffffffffffffffff8316905f907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a35050565b61057633838361057a565b5050565b73ffffffffffffffffffffffffffffffffffffffff83165f90815260016020526040902054818110156105ff576040517fdb42144d00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8516600482015260248101829052604481018390526064016102f9565b73ffffffffffffffffffffffffffffffffffffffff8085165f9081526001602052604080822085850390559185168152908120805484929061064290849061082a565b925050819055508273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef846040516106a891815260200190565b60405180910390a350505050565b602081525f82518060208401528060208501604085015e5f6040828501015260407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011684010191505092915050565b803573ffffffffffffffffffffffffffffffffffffffff8116811461072c575f5ffd5b919050565b5f5f60408385031215610742575f5ffd5b61074b83610709565b946020939093013593505050565b5f5f5f6060848603121561076b575f5ffd5b61077484610709565b925061078260208501610709565b929592945050506040919091013590565b5f602082840312156107a3575f5ffd5b6107ac82610709565b9392505050565b5f5f604083850312156107c4575f5ffd5b6107cd83610709565b91506107db60208401610709565b90509250929050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b81810381811115610824576108246107e4565b92915050565b80820180821115610824576108246107e456' as const
